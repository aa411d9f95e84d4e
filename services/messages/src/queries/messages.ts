import { messageEdit, messageReaction, messageSubmessage } from "@team-chat/contract";
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import { reactionsOfMessage } from "./reactions.ts";
import { submessagesOfMessage } from "./submessages.ts";

const messageRow = z.object({
  id: z.number(),
  recipientId: z.number(),
  channelId: z.number().nullable(),
  participants: z.array(z.number()).nullable(),
  senderId: z.number(),
  topic: z.string(),
  content: z.string(),
  renderedContent: z.string(),
  client: z.string(),
  /** UNIX seconds, as are the other times. */
  sentAt: z.number(),
  editedAt: z.number().nullable(),
  movedAt: z.number().nullable(),
  mentionsEveryone: z.boolean(),
  /** In order of adding. */
  reactions: z.array(messageReaction),
  /** In order of id. */
  submessages: z.array(messageSubmessage),
  /** Newest first; null if never edited. */
  editHistory: z.array(messageEdit).nullable(),
  /** The reader's: sum of bits, and whether it was received and read. */
  bits: z.number(),
  received: z.boolean(),
  read: z.boolean(),
});

/** A message with what its reader has to do with it. */
export type MessageRow = z.infer<typeof messageRow>;

interface Reader {
  readonly realmId: number;
  readonly userId: number;
}

/** The messages with these ids that exist, ascending; whether the reader may see them is for the caller to know. */
export function listMessages(
  db: Connection,
  { realmId, userId }: Reader,
  ids: readonly number[],
): Promise<readonly MessageRow[]> {
  const wanted = sql.array([...ids], "int8");
  // Ranges may have many holes: they are cut down to what these messages span once for each recipient, not looked at for each message.
  return db.any(sql.type(messageRow)`
    with ur as materialized (
      select kept.recipient_id, kept.received * span.ids as received, kept.read * span.ids as read
      from (
        select recipient_id, int8multirange(int8range(min(id), max(id) + 1)) as ids
        from message where realm_id = ${realmId} and id = any(${wanted}) group by recipient_id
      ) span join user_recipient kept
        on kept.realm_id = ${realmId} and kept.user_id = ${userId} and kept.recipient_id = span.recipient_id
    )
    select m.id, m.recipient_id as "recipientId", m.channel_id as "channelId", r.participants, m.sender_id as "senderId",
      m.topic, m.content, m.rendered_content as "renderedContent", m.client, m.mentions_everyone as "mentionsEveryone",
      ${reactionsOfMessage} as reactions, ${submessagesOfMessage} as submessages, m.edit_history as "editHistory",
      ${seconds("sent_at")} as "sentAt", ${seconds("edited_at")} as "editedAt", ${seconds("moved_at")} as "movedAt",
      coalesce(um.flags, 0) as bits, coalesce(ur.received @> m.id, false) as received, coalesce(ur.read @> m.id, false) as read
    from message m join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
      left join ur on ur.recipient_id = m.recipient_id
      left join user_message um on um.realm_id = m.realm_id and um.user_id = ${userId} and um.message_id = m.id
    where m.realm_id = ${realmId} and m.id = any(${wanted})
    order by m.id`);
}

function seconds(column: string) {
  return sql.fragment`floor(extract(epoch from ${sql.identifier(["m", column])}))::int8`;
}
