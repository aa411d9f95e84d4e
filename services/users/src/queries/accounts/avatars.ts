import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const picture = z.object({ contentType: z.string(), bytes: z.instanceof(Buffer) });

type Picture = z.infer<typeof picture>;

/** A picture as it was uploaded, and as WebP in the sizes that clients ask for. */
export interface ScaledPicture extends Picture {
  readonly small: Buffer;
  readonly medium: Buffer;
}

interface UserRef {
  readonly realmId: number;
  readonly userId: number;
}

/** Keeps the picture in place of the one before. */
export async function upsertAvatar(
  tx: Transaction,
  { realmId, userId }: UserRef,
  { secret, contentType, bytes, small, medium }: ScaledPicture & { readonly secret: string },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into avatar_image (realm_id, user_id, secret, content_type, bytes, small, medium)
    values (${realmId}, ${userId}, ${secret}, ${contentType}, ${sql.binary(bytes)}, ${sql.binary(small)}, ${sql.binary(medium)})
    on conflict (realm_id, user_id) do update
    set secret = excluded.secret, content_type = excluded.content_type, bytes = excluded.bytes,
      small = excluded.small, medium = excluded.medium
  `);
}

/** Removes the user's picture. */
export async function deleteAvatar(tx: Transaction, { realmId, userId }: UserRef): Promise<void> {
  await tx.query(sql.unsafe`
    delete from avatar_image where realm_id = ${realmId} and user_id = ${userId}
  `);
}

/**
 * Finds the picture in a size, or as it was uploaded where it was never scaled; null when the user has none with this
 * secret.
 */
export function findAvatar(
  db: Connection,
  { realmId, userId }: UserRef,
  { secret, size }: { readonly secret: string; readonly size: "small" | "medium" },
): Promise<Picture | null> {
  const scaled = sql.identifier([size]);
  return db.maybeOne(sql.type(picture)`
    select case when ${scaled} is null then content_type else 'image/webp' end as "contentType", coalesce(${scaled}, bytes) as bytes
    from avatar_image
    where realm_id = ${realmId} and user_id = ${userId} and secret = ${secret}
  `);
}
