import { mkdir, open, readdir, rm } from "node:fs/promises";
import path from "node:path";

import { checkPath, type FileStore } from "../../values/file-store.ts";

/** Of what is read at once. */
const pieceBytes = 64 * 1024;

/** Files in a folder that every process of this service shares. */
export function diskStore(root: string): FileStore {
  const folder = path.resolve(root);
  const at = (name: string) => {
    checkPath(name);
    return path.join(folder, name);
  };
  return {
    place: "disk",
    // Writes the file under its own name at once, which nobody knows before its row: the first sync takes all that is
    // new to the disk then, and those of folders find little to do. What a crash leaves is written anew, or removed.
    async put(name, bytes) {
      const target = at(name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      try {
        await writeWhole(target, bytes);
        await Promise.all(foldersAbove(target, folder).map(syncFolder));
      } catch (error) {
        await rm(target, { force: true });
        throw error;
      }
    },
    async *read(name, { first, last }) {
      await using handle = await open(at(name), "r");
      for (let position = first; position <= last;) {
        const length = Math.min(pieceBytes, last + 1 - position);
        const piece = Buffer.allocUnsafe(length);
        const { bytesRead } = await handle.read(piece, { length, position });
        if (bytesRead === 0) return;
        yield piece.subarray(0, bytesRead);
        position += bytesRead;
      }
    },
    // The folder belongs to the file alone: what a crash left beside it goes too.
    delete: (name) => rm(path.dirname(at(name)), { recursive: true, force: true }),
    async deleteSome(realmId) {
      const own = path.join(folder, String(realmId));
      const [first] = await namesIn(own);
      // The folder itself is one thing more.
      await rm(first === undefined ? own : path.join(own, first), { recursive: true, force: true });
      return first === undefined ? 0 : 1;
    },
    count: async (realmId) => (await namesIn(path.join(folder, String(realmId)))).length,
  };
}

/** Names of what is in a folder; none when there is no such folder. */
function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
}

async function writeWhole(file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  await using handle = await open(file, "w", 0o600);
  for await (const chunk of bytes) await handle.writeFile(chunk);
  await handle.sync();
}

/**
 * Lists the folders that a file is in, up to `root`. Any of them may be new, also by another file that is not there
 * yet, and outlives a crash only once the one above it is synced.
 */
function foldersAbove(file: string, root: string): readonly string[] {
  const above = path.dirname(file);
  return above === root ? [above] : [above, ...foldersAbove(above, root)];
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}
