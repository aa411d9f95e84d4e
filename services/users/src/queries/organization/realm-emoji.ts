import { type Connection, type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** An emoji without its pictures. */
export const emojiRow = z.object({
  id: z.number(),
  name: z.string(),
  authorId: z.number(),
  deactivated: z.boolean(),
  secret: z.string(),
  hasStill: z.boolean(),
});

export type EmojiRow = z.infer<typeof emojiRow>;

const columns = sql.fragment`
  emoji_id as id, name, author_id as "authorId", deactivated, secret, has_still as "hasStill"
`;

/** Returns the query for all emoji of the organization, also deactivated ones, by id. */
export function selectEmoji(realmId: number | Fragment) {
  return sql.fragment`
    select ${columns} from realm_emoji where realm_id = ${realmId} order by emoji_id
  `;
}

/** Lists all emoji of the organization, also deactivated ones, by id. */
export function listEmojiRows(db: Connection, realmId: number): Promise<readonly EmojiRow[]> {
  return db.any(sql.type(emojiRow)`${selectEmoji(realmId)}`);
}

/** Finds the emoji that can be used under this name, or null. */
export function findActiveEmoji(
  db: Connection,
  realmId: number,
  name: string,
): Promise<EmojiRow | null> {
  return db.maybeOne(sql.type(emojiRow)`
    select ${columns} from realm_emoji
    where realm_id = ${realmId} and name = ${name} and not deactivated
  `);
}

interface Picture {
  readonly contentType: string;
  readonly bytes: Buffer;
}

interface NewEmoji {
  readonly name: string;
  readonly authorId: number;
  readonly secret: string;
  readonly picture: Picture;
  readonly still: Picture | null;
}

/** Adds an emoji with its pictures; the name is free. */
export async function insertEmoji(
  tx: Transaction,
  realmId: number,
  emoji: NewEmoji,
): Promise<void> {
  const id = await tx.oneFirst(sql.type(z.object({ id: z.number() }))`
    insert into realm_emoji (realm_id, name, author_id, secret, has_still)
    values (${realmId}, ${emoji.name}, ${emoji.authorId}, ${emoji.secret}, ${emoji.still !== null})
    returning emoji_id as id
  `);
  for (const [isStill, picture] of [
    [false, emoji.picture],
    [true, emoji.still],
  ] as const)
    if (picture !== null)
      await tx.query(sql.unsafe`
        insert into emoji_image (realm_id, emoji_id, is_still, content_type, bytes)
        values (${realmId}, ${id}, ${isStill}, ${picture.contentType}, ${sql.binary(picture.bytes)})
      `);
}

/** Marks the emoji as deactivated. */
export async function updateEmojiDeactivated(
  tx: Transaction,
  realmId: number,
  id: number,
): Promise<void> {
  await tx.query(sql.unsafe`
    update realm_emoji set deactivated = true where realm_id = ${realmId} and emoji_id = ${id}
  `);
}

const picture = z.object({ contentType: z.string(), bytes: z.instanceof(Buffer) });

interface PictureName {
  readonly id: number;
  readonly secret: string;
  readonly isStill: boolean;
}

/** Finds the picture, or null when there is none with this id and secret. */
export function findPicture(
  db: Connection,
  realmId: number,
  { id, secret, isStill }: PictureName,
): Promise<Picture | null> {
  return db.maybeOne(sql.type(picture)`
    select content_type as "contentType", bytes from emoji_image join realm_emoji using (realm_id, emoji_id)
    where realm_id = ${realmId} and emoji_id = ${id} and secret = ${secret} and is_still = ${isStill}
  `);
}
