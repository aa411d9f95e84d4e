import type { messageReaction } from "@team-chat/contract";
import { sql, type Transaction } from "@team-chat/pg";
import type { z } from "zod";

/** A reaction as clients see it. */
export type ReactionRow = z.infer<typeof messageReaction>;

interface MessageRef {
  readonly realmId: number;
  readonly messageId: number;
}

/** A reaction (`r`) as JSON; takes half as long as `json_build_object`. */
export const reactionText = sql.fragment`
  concat('{"emoji_name":', to_json(r.emoji_name), ',"emoji_code":', to_json(r.emoji_code), ',"reaction_type":', to_json(r.reaction_type),
    ',"user_id":', r.user_id, '}')`;

/** The reactions to the message of the joined alias `m`, as JSON in order of adding. */
export const reactionsOfMessage = sql.fragment`
  coalesce((
    select json_agg(json_build_object('emoji_name', r.emoji_name, 'emoji_code', r.emoji_code, 'reaction_type', r.reaction_type,
      'user_id', r.user_id) order by r.id)
    from reaction r where r.realm_id = m.realm_id and r.message_id = m.id
  ), '[]')`;

/** Inserts a reaction; the user must not have reacted with the same emoji before. */
export async function insertReaction(
  tx: Transaction,
  { realmId, messageId }: MessageRef,
  reaction: ReactionRow,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into reaction (realm_id, message_id, user_id, reaction_type, emoji_code, emoji_name)
    values (${realmId}, ${messageId}, ${reaction.user_id}, ${reaction.reaction_type}, ${reaction.emoji_code}, ${reaction.emoji_name})`);
}

/** Takes one reaction away. */
export async function deleteReaction(
  tx: Transaction,
  { realmId, messageId }: MessageRef,
  reaction: ReactionRow,
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from reaction where realm_id = ${realmId} and message_id = ${messageId} and user_id = ${reaction.user_id}
      and reaction_type = ${reaction.reaction_type} and emoji_code = ${reaction.emoji_code}`);
}
