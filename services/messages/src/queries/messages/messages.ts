import type { messageEdit, messageReaction, messageSubmessage } from "@team-chat/contract";
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import type { MessageFacts } from "../../values/message-facts.ts";
import { reactionsOfMessage } from "./reactions.ts";
import { submessagesOfMessage } from "./submessages.ts";

/** A message with what its reader has to do with it. */
export interface MessageRow extends MessageFacts {
  readonly id: number;
  /** UNIX seconds, as are the other times. */
  readonly sentAt: number;
  readonly editedAt: number | null;
  readonly movedAt: number | null;
  readonly mentionsEveryone: boolean;
  readonly hasAttachment: boolean;
  /** In order of adding. */
  readonly reactions: readonly z.infer<typeof messageReaction>[];
  /** In order of id. */
  readonly submessages: readonly z.infer<typeof messageSubmessage>[];
  /** Newest first; null if never edited. */
  readonly editHistory: z.infer<typeof messageEdit>[] | null;
  /** The reader's: sum of bits, and whether it was received and read. */
  readonly bits: number;
  readonly received: boolean;
  readonly read: boolean;
}

const pageRow = z.object({ page: z.string().nullable() });

interface Reader {
  readonly realmId: number;
  readonly userId: number;
}

/**
 * Lists the messages with these ids that exist, ascending; whether the reader may see them is for the caller to know.
 */
export async function listMessages(
  db: Connection,
  { realmId, userId }: Reader,
  ids: readonly number[],
): Promise<readonly MessageRow[]> {
  const wanted = sql.array([...ids], "int8");
  // Ranges may have many holes: they are cut down to what these messages span once for each recipient, not looked at
  // for each message. The page comes as one text from our own statement: taking it apart column by column and checking
  // every value costs more than the query.
  const page = await db.oneFirst(sql.type(pageRow)`
    with ur as materialized (
      select kept.recipient_id, kept.received * span.ids as received, kept.read * span.ids as read
      from (
        select recipient_id, int8multirange(int8range(min(id), max(id) + 1)) as ids
        from message where realm_id = ${realmId} and id = any(${wanted}) group by recipient_id
      ) span join user_recipient kept
        on kept.realm_id = ${realmId} and kept.user_id = ${userId} and kept.recipient_id = span.recipient_id
    )
    select json_agg(page order by page.id)::text as page from (
      select m.id, m.recipient_id as "recipientId", m.channel_id as "channelId", r.participants, m.sender_id as "senderId",
        m.topic, m.content, m.rendered_content as "renderedContent", m.client, m.mentions_everyone as "mentionsEveryone",
        m.has_attachment as "hasAttachment",
        ${reactionsOfMessage} as reactions, ${submessagesOfMessage} as submessages, m.edit_history as "editHistory",
        ${seconds("sent_at")} as "sentAt", ${seconds("edited_at")} as "editedAt", ${seconds("moved_at")} as "movedAt",
        coalesce(um.flags, 0) as bits, coalesce(ur.received @> m.id, false) as received, coalesce(ur.read @> m.id, false) as read
      from message m join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
        left join ur on ur.recipient_id = m.recipient_id
        left join user_message um on um.realm_id = m.realm_id and um.user_id = ${userId} and um.message_id = m.id
      where m.realm_id = ${realmId} and m.id = any(${wanted})
    ) page`);
  return page === null ? [] : (JSON.parse(page) as MessageRow[]);
}

function seconds(column: string) {
  return sql.fragment`floor(extract(epoch from ${sql.identifier(["m", column])}))::int8`;
}
