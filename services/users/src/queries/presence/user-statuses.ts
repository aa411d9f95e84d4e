import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";

/** A status with its user. */
export const statusRow = z.object({
  userId: z.number(),
  statusText: z.string(),
  emojiName: z.string(),
  emojiCode: z.string(),
  reactionType: z.string(),
});

/** Empty text means not set. */
export type StatusRow = z.infer<typeof statusRow>;

/** Columns of `statusRow`. */
export const statusColumns = sql.fragment`
  user_id as "userId", status_text as "statusText", emoji_name as "emojiName", emoji_code as "emojiCode",
  reaction_type as "reactionType"
`;

/** Finds the user's status, or null when none was ever set. */
export function findStatus(
  db: Connection,
  { realmId, userId }: AccountRef,
): Promise<StatusRow | null> {
  return db.maybeOne(sql.type(statusRow)`
    select ${statusColumns} from user_status where realm_id = ${realmId} and user_id = ${userId}
  `);
}

/** Lists the statuses of those of these users who show something. */
export async function listStatusesAmong(
  db: Connection,
  realmId: number,
  userIds: readonly number[],
): Promise<readonly StatusRow[]> {
  if (userIds.length === 0) return [];
  return db.any(sql.type(statusRow)`
    select ${statusColumns} from user_status
    where realm_id = ${realmId} and user_id = any(${sql.array([...userIds], "int8")})
      and (status_text <> '' or emoji_name <> '')
  `);
}

export type StatusChange = Partial<Omit<StatusRow, "userId">>;

/** Sets what is given and leaves the rest. */
export async function upsertStatus(
  tx: Transaction,
  { realmId, userId }: AccountRef,
  { statusText = null, emojiName = null, emojiCode = null, reactionType = null }: Nullable,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into user_status as old (realm_id, user_id, status_text, emoji_name, emoji_code, reaction_type)
    values (
      ${realmId}, ${userId}, coalesce(${statusText}, ''), coalesce(${emojiName}, ''),
      coalesce(${emojiCode}, ''), coalesce(${reactionType}, '')
    )
    on conflict (realm_id, user_id) do update
    set
      status_text = coalesce(${statusText}, old.status_text),
      emoji_name = coalesce(${emojiName}, old.emoji_name),
      emoji_code = coalesce(${emojiCode}, old.emoji_code),
      reaction_type = coalesce(${reactionType}, old.reaction_type)
  `);
}

type Nullable = { readonly [Name in keyof StatusChange]: StatusChange[Name] | null };
