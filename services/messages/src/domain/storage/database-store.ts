import type { Database } from "@team-chat/pg";

import {
  deletePieces,
  insertPiece,
  listPieceLengths,
  loadPiece,
} from "../../queries/files/file-pieces.ts";
import { checkPath, type FileStore } from "../../values/file-store.ts";

/** Of a piece at least, but for the last; an upload or a reader holds little more than this in memory. */
const pieceBytes = 128 * 1024;

/** Files in the database, in pieces. */
export function databaseStore(db: Database): FileStore {
  return {
    place: "database",
    async put(path, bytes) {
      const file = at(path);
      await deletePieces(db, file);
      let number = 0;
      for await (const piece of piecesOf(bytes)) {
        await insertPiece(db, { ...file, number, bytes: piece });
        number += 1;
      }
    },
    // Each piece is a statement of its own: nobody keeps a connection while a client reads slowly.
    async *read(path, { first, last }) {
      const file = at(path);
      const lengths = await listPieceLengths(db, file);
      if (lengths.length === 0) throw new Error("There is no such file.");
      let start = 0;
      for (const [number, length] of lengths.entries()) {
        const [from, to] = [Math.max(first - start, 0), Math.min(last + 1 - start, length)];
        start += length;
        if (from < to) yield (await loadPiece(db, { ...file, number })).subarray(from, to);
      }
    },
    delete: (path, tx) => deletePieces(tx ?? db, at(path)),
    // They are rows of the organization like others.
    deleteSome: () => Promise.resolve(0),
    count: () => Promise.resolve(0),
  };
}

function at(pathId: string) {
  checkPath(pathId);
  return { realmId: Number.parseInt(pathId, 10), pathId };
}

/** Pieces of at least that length, but for the last, and up to one chunk longer; at least one. */
async function* piecesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < pieceBytes) continue;
    yield Buffer.concat(waiting, length);
    waiting = [];
    length = 0;
  }
  yield Buffer.concat(waiting, length);
}
