import type { Database } from "@team-chat/pg";

import { deletePieces, insertPiece, loadPieces } from "../queries/file-pieces.ts";
import { checkPath, type FileStore } from "./file-store.ts";

/** Of a piece; an upload holds no more than this in memory. */
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
    async get(path) {
      const pieces = await loadPieces(db, at(path));
      if (pieces.length === 0) throw new Error("There is no such file.");
      return Buffer.concat(pieces);
    },
    delete: (path, tx) => deletePieces(tx ?? db, at(path)),
  };
}

function at(pathId: string) {
  checkPath(pathId);
  return { realmId: Number.parseInt(pathId, 10), pathId };
}

/** Pieces of one length, but for the last; at least one. */
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
