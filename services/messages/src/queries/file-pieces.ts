import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

interface FilePlace {
  readonly realmId: number;
  readonly pathId: string;
}

/** Adds a piece to a file; pieces are counted from 0. */
export async function insertPiece(
  db: Connection,
  piece: FilePlace & { readonly number: number; readonly bytes: Buffer },
): Promise<void> {
  await db.query(sql.unsafe`
    insert into file_piece (realm_id, path_id, number, bytes)
    values (${piece.realmId}, ${piece.pathId}, ${piece.number}, ${sql.binary(piece.bytes)})`);
}

/** The pieces of a file in their order; none when there is no such file. */
export function loadPieces(
  db: Connection,
  { pathId, realmId }: FilePlace,
): Promise<readonly Buffer[]> {
  return db.anyFirst(sql.type(z.object({ bytes: z.instanceof(Buffer) }))`
    select bytes from file_piece where realm_id = ${realmId} and path_id = ${pathId} order by number`);
}

/** Removes the pieces of a file. */
export async function deletePieces(db: Connection, { pathId, realmId }: FilePlace): Promise<void> {
  await db.query(sql.unsafe`
    delete from file_piece where realm_id = ${realmId} and path_id = ${pathId}`);
}
