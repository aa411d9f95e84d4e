import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const picture = z.object({ contentType: z.string(), bytes: z.instanceof(Buffer) });

type Picture = z.infer<typeof picture>;

interface UserRef {
  readonly realmId: number;
  readonly userId: number;
}

/** Keeps the picture in place of the one before. */
export async function upsertAvatar(
  tx: Transaction,
  { realmId, userId }: UserRef,
  { secret, contentType, bytes }: Picture & { readonly secret: string },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into avatar_image (realm_id, user_id, secret, content_type, bytes)
    values (${realmId}, ${userId}, ${secret}, ${contentType}, ${sql.binary(bytes)})
    on conflict (realm_id, user_id) do update
    set secret = excluded.secret, content_type = excluded.content_type, bytes = excluded.bytes
  `);
}

/** Removes the user's picture. */
export async function deleteAvatar(tx: Transaction, { realmId, userId }: UserRef): Promise<void> {
  await tx.query(sql.unsafe`
    delete from avatar_image where realm_id = ${realmId} and user_id = ${userId}
  `);
}

/** Finds the picture, or null when the user has none with this secret. */
export function findAvatar(
  db: Connection,
  { realmId, userId }: UserRef,
  secret: string,
): Promise<Picture | null> {
  return db.maybeOne(sql.type(picture)`
    select content_type as "contentType", bytes from avatar_image
    where realm_id = ${realmId} and user_id = ${userId} and secret = ${secret}
  `);
}
