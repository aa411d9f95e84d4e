import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";

import { checkPath, type FileStore } from "../../values/file-store.ts";

/** Of what is read at once. */
const pieceBytes = 64 * 1024;

/** Files in a folder that every process of this service shares. */
export function diskStore(folder: string): FileStore {
  const at = (name: string) => {
    checkPath(name);
    return path.join(folder, name);
  };
  return {
    place: "disk",
    async put(name, bytes) {
      const target = at(name);
      await makeFolder(folder, path.dirname(target));
      const temporary = `${path.dirname(target)}/.${randomUUID()}`;
      try {
        await writeWhole(temporary, bytes);
        await rename(temporary, target);
        await syncFolder(path.dirname(target));
      } catch (error) {
        await rm(temporary, { force: true });
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
  await using handle = await open(file, "wx", 0o600);
  for await (const chunk of bytes) await handle.writeFile(chunk);
  await handle.sync();
}

/** Makes the folder so that it outlives a crash as well as what is in it. */
async function makeFolder(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let parent = path.dirname(folder); ; parent = path.dirname(parent)) {
    await syncFolder(parent);
    if (parent === root || parent === path.dirname(first)) return;
  }
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}
