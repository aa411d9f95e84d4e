import { type messageEdit } from "@team-chat/contract";
import type { Rendered } from "@team-chat/markdown";
import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** An entry of a message's history as clients see it. */
export type EditEntry = z.infer<typeof messageEdit>;

interface MessageRef {
  readonly realmId: number;
  readonly messageId: number;
}

/** Content of a message after an edit. */
export interface NewContent {
  readonly content: string;
  readonly rendered: Pick<Rendered, "hasImage" | "hasLink" | "html">;
  readonly isMe: boolean;
  readonly mentionsEveryone: boolean;
}

const topicMessage = z.object({ id: z.number(), sentAt: z.number(), received: z.boolean() });

export type TopicMessage = z.infer<typeof topicMessage>;

interface TopicSearch {
  readonly realmId: number;
  readonly userId: number;
  readonly recipientId: number;
  readonly topic: string;
  /** The oldest id of interest. */
  readonly from: number;
}

/** Lists the messages of a topic, ascending, with whether the user received them. */
export function listTopicMessages(
  tx: Transaction,
  { realmId, userId, recipientId, topic, from }: TopicSearch,
): Promise<readonly TopicMessage[]> {
  return tx.any(sql.type(topicMessage)`
    select m.id, floor(extract(epoch from m.sent_at))::int8 as "sentAt", coalesce(ur.received @> m.id, false) as received
    from message m left join user_recipient ur
      on ur.realm_id = m.realm_id and ur.user_id = ${userId} and ur.recipient_id = m.recipient_id
    where m.realm_id = ${realmId} and m.recipient_id = ${recipientId} and m.channel_id is not null
      and lower(m.topic) = lower(${topic}) and m.id >= ${from}
    order by m.id`);
}

/** Writes new content; `entry` goes before the message's history. */
export async function updateContent(
  tx: Transaction,
  { realmId, messageId }: MessageRef,
  { entry, rendered, ...after }: NewContent & { readonly entry: EditEntry },
): Promise<void> {
  await tx.query(sql.unsafe`
    update message set content = ${after.content}, rendered_content = ${rendered.html}, is_me = ${after.isMe},
      has_link = ${rendered.hasLink}, has_image = ${rendered.hasImage}, mentions_everyone = ${after.mentionsEveryone},
      edited_at = to_timestamp(${entry.timestamp}),
      edit_history = jsonb_build_array(${JSON.stringify(entry)}::jsonb) || coalesce(edit_history, '[]')
    where realm_id = ${realmId} and id = ${messageId}`);
}

interface Move {
  readonly realmId: number;
  readonly ids: readonly number[];
  readonly recipientId: number;
  readonly channelId: number;
  /** Null to keep each message's own. */
  readonly topic: string | null;
  /**
   * True if it only marks a topic as resolved or takes the mark away, which does not count as a move
   * (docs/behaviour/messages.md#resolving-topics).
   */
  readonly resolving: boolean;
  /** Without `prev_topic`, which is each message's own. */
  readonly entry: EditEntry;
  /** A message whose newest entry is of the same edit already: this one is added to that. */
  readonly editedId: number | null;
}

/** Puts messages into another topic or channel. */
export async function moveMessages(tx: Transaction, move: Move): Promise<void> {
  const { realmId, ids, recipientId, channelId, topic, resolving, entry } = move;
  const entryText = JSON.stringify(entry);
  const full = sql.fragment`${entryText}::jsonb || case when ${topic}::text is null then '{}' else jsonb_build_object('prev_topic', topic) end`;
  await tx.query(sql.unsafe`
    update message set recipient_id = ${recipientId}, channel_id = ${channelId}, topic = coalesce(${topic}::text, topic),
      moved_at = case when ${resolving}::bool then moved_at else to_timestamp(${entry.timestamp}) end,
      edit_history = case when id = ${move.editedId}::int8
        then jsonb_set(edit_history, '{0}', (edit_history -> 0) || ${full})
        else jsonb_build_array(${full}) || coalesce(edit_history, '[]') end
    where realm_id = ${realmId} and id = any(${sql.array([...ids], "int8")})`);
}
