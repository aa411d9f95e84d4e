import { statement, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { MessageRow } from "../messages/messages.ts";

/** Fields of a message that marking it needs: far fewer than its reader sees. */
export type MarkedMessage = Pick<
  MessageRow,
  "id" | "mentionsEveryone" | "bits" | "received" | "read"
> & {
  /** Object shared by all messages of a topic or conversation. */
  readonly conversation: MarkedConversation;
};

/** Topic or conversation of a message. */
export type MarkedConversation = Pick<MessageRow, "channelId" | "participants" | "topic">;

/**
 * The messages with the ids of `$3`, and what of their recipients the reader received and read: the beginning of a
 * statement.
 */
export const wantedText = `
  wanted as materialized (
    select id, recipient_id, channel_id, topic, mentions_everyone from message
    where realm_id = $1 and id = any((select string_to_array($3, ','))::int8[])
  ), kept as materialized (
    select kept.recipient_id, kept.received * span.ids as received, kept.read * span.ids as read
    from (select recipient_id, int8multirange(int8range(min(id), max(id) + 1)) as ids from wanted group by recipient_id) span
      join user_recipient kept
      on kept.realm_id = $1 and kept.user_id = $2 and kept.recipient_id = span.recipient_id
  )`;

/**
 * Selects them as `readMarked` takes them: messages of one topic that do not differ in their facts share a row, because
 * most of thousands do not.
 */
export const markedText = `
  select (
    select json_agg(json_build_object('channelId', alike.channel_id, 'participants', recipient.participants,
      'topic', alike.topic, 'facts', alike.facts, 'ids', alike.ids))::text
    from (
      select recipient_id, channel_id, topic, facts, string_agg(id::text, ',') as ids
      from (
        select wanted.*, coalesce(received @> id, false)::int + coalesce(read @> id, false)::int * 2 + mentions_everyone::int * 4 as facts
        from wanted left join kept using (recipient_id)
      ) known
      group by recipient_id, channel_id, topic, facts
    ) alike join recipient on recipient.realm_id = $1 and recipient.id = alike.recipient_id
  ) as topics, (
    select string_agg(concat(message_id, ',', flags), ';') from user_message
    where realm_id = $1 and user_id = $2 and message_id between (select min(id) from wanted) and (select max(id) from wanted)
      and message_id in (select id from wanted)
  ) as marks`;

const listText = `with ${wantedText} ${markedText}`;

export const markedRow = z.object({ topics: z.string().nullable(), marks: z.string().nullable() });

/** Messages of one topic or conversation; `facts` are bits: received, read, mentions everyone. */
interface Alike extends MarkedConversation {
  readonly facts: number;
  readonly ids: string;
}

/**
 * Lists the messages with these ids that exist, ascending; whether the reader may see them is for the caller to know.
 */
export async function listMarked(
  tx: Transaction,
  { realmId, userId }: { readonly realmId: number; readonly userId: number },
  ids: readonly number[],
): Promise<readonly MarkedMessage[]> {
  // As one text: thousands of numbers are written and read faster than as a list.
  const values = [realmId, userId, ids.join(",")];
  return readMarked(await tx.one(statement(markedRow, listText, values)));
}

/** Ascending. */
export function readMarked({ topics, marks }: z.infer<typeof markedRow>): readonly MarkedMessage[] {
  const bits = new Map(pairsOf(marks ?? ""));
  const found = JSON.parse(topics ?? "[]") as Alike[];
  return found.flatMap((alike) => messagesOf(alike, bits)).toSorted((a, b) => a.id - b.id);
}

function messagesOf({ facts, ids, ...conversation }: Alike, bits: ReadonlyMap<number, number>) {
  const received = (facts & 1) !== 0;
  const read = (facts & 2) !== 0;
  const mentionsEveryone = (facts & 4) !== 0;
  return numbersOf(ids).map((id): MarkedMessage => ({
    id,
    conversation,
    bits: bits.get(id) ?? 0,
    received,
    read,
    mentionsEveryone,
  }));
}

/** Pairs of numbers, each with a comma, separated by semicolons. */
function pairsOf(text: string): [number, number][] {
  if (text === "") return [];
  return text.split(";").map((pair) => {
    const [id = 0, flags = 0] = numbersOf(pair);
    return [id, flags];
  });
}

function numbersOf(text: string): number[] {
  return text.split(",").map(Number);
}
