import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

interface FileRef {
  readonly realmId: number;
  readonly pathId: string;
}

/** Adds a piece to a file; pieces are counted from 0. */
export async function insertPiece(
  db: Connection,
  piece: FileRef & { readonly number: number; readonly bytes: Buffer },
): Promise<void> {
  await db.query(sql.unsafe`
    insert into file_piece (realm_id, path_id, number, bytes)
    values (${piece.realmId}, ${piece.pathId}, ${piece.number}, ${sql.binary(piece.bytes)})`);
}

/** Lists the lengths of a file's pieces, in their order; none when there is no such file. Reads none of the bytes. */
export function listPieceLengths(
  db: Connection,
  { pathId, realmId }: FileRef,
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ length: z.number() }))`
    select octet_length(bytes) as length from file_piece where realm_id = ${realmId} and path_id = ${pathId} order by number`);
}

/** Loads one piece of a file. @throws NotFoundError */
export function loadPiece(
  db: Connection,
  { number, pathId, realmId }: FileRef & { readonly number: number },
): Promise<Buffer> {
  return db.oneFirst(sql.type(z.object({ bytes: z.instanceof(Buffer) }))`
    select bytes from file_piece where realm_id = ${realmId} and path_id = ${pathId} and number = ${number}`);
}

/** Removes the pieces of a file. */
export async function deletePieces(db: Connection, { pathId, realmId }: FileRef): Promise<void> {
  await db.query(sql.unsafe`
    delete from file_piece where realm_id = ${realmId} and path_id = ${pathId}`);
}
