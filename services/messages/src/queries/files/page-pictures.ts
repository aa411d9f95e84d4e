import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

interface PictureRef {
  readonly realmId: number;
  readonly name: string;
}

/** Keeps our copy of a page's picture. */
export async function insertPagePicture(
  tx: Transaction,
  {
    bytes,
    name,
    nowMs,
    realmId,
  }: PictureRef & { readonly bytes: Uint8Array; readonly nowMs: number },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into page_picture (realm_id, name, bytes, kept_at)
    values (${realmId}, ${name}, ${sql.binary(Buffer.from(bytes))}, ${new Date(nowMs).toISOString()}::timestamptz)`);
}

/** Finds a picture's bytes. */
export function findPagePicture(
  db: Connection,
  { name, realmId }: PictureRef,
): Promise<Buffer | null> {
  return db.maybeOneFirst(sql.type(z.object({ bytes: z.instanceof(Buffer) }))`
    select bytes from page_picture where realm_id = ${realmId} and name = ${name}`);
}

/** Deletes pictures that were kept before a time, and that no message shows, not even one in the archive. */
export async function deletePagePictures(db: Connection, beforeMs: number): Promise<void> {
  await db.query(sql.unsafe`
    delete from page_picture p where kept_at < ${new Date(beforeMs).toISOString()}::timestamptz
      and not exists (select from page_link l where l.realm_id = p.realm_id and l.picture = p.name)
      and not exists (select from archived_page_link l where l.realm_id = p.realm_id and l.picture = p.name)`);
}
