import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const icon = z.object({ contentType: z.string(), bytes: z.instanceof(Buffer) });

type Icon = z.infer<typeof icon>;

/** Keeps the picture of the organization in place of the one before. */
export async function upsertRealmIcon(
  tx: Transaction,
  realmId: number,
  { bytes, contentType, secret }: Icon & { readonly secret: string },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into realm_icon (realm_id, secret, content_type, bytes)
    values (${realmId}, ${secret}, ${contentType}, ${sql.binary(bytes)})
    on conflict (realm_id) do update
    set secret = excluded.secret, content_type = excluded.content_type, bytes = excluded.bytes
  `);
}

/** Removes the picture of the organization. */
export async function deleteRealmIconRow(tx: Transaction, realmId: number): Promise<void> {
  await tx.query(sql.unsafe`delete from realm_icon where realm_id = ${realmId}`);
}

/** Finds the picture of the organization, or null when it has none with this secret. */
export function findRealmIcon(
  db: Connection,
  realmId: number,
  secret: string,
): Promise<Icon | null> {
  return db.maybeOne(sql.type(icon)`
    select content_type as "contentType", bytes from realm_icon where realm_id = ${realmId} and secret = ${secret}
  `);
}
