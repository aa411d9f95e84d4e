import { statement, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { MessageRow } from "../messages/messages.ts";

/** Messages, and the flags that their reader has of some of them. */
export interface MarkedMessages {
  readonly groups: readonly MarkedGroup[];
  /** Flags beside received and read, as bits, by id. */
  readonly bits: ReadonlyMap<number, number>;
}

/** Messages of one topic or conversation that do not differ in these facts, as most of thousands do not. */
export interface MarkedGroup
  extends MarkedConversation, Pick<MessageRow, "mentionsEveryone" | "received" | "read"> {
  readonly ids: readonly number[];
}

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

/** Selects them as `readMarked` takes them. */
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

/** A group as the statement writes it; `facts` are bits: received, read, mentions everyone. */
interface StoredGroup extends MarkedConversation {
  readonly facts: number;
  readonly ids: string;
}

/** Lists the messages with these ids that exist; whether the reader may see them is for the caller to know. */
export async function listMarked(
  tx: Transaction,
  { realmId, userId }: { readonly realmId: number; readonly userId: number },
  ids: readonly number[],
): Promise<MarkedMessages> {
  // As one text: thousands of numbers are written and read faster than as a list.
  const values = [realmId, userId, ids.join(",")];
  return readMarked(await tx.one(statement(markedRow, listText, values)));
}

/** Reads what `markedText` selects. */
export function readMarked({ topics, marks }: z.infer<typeof markedRow>): MarkedMessages {
  const stored = JSON.parse(topics ?? "[]") as StoredGroup[];
  return {
    groups: stored.map(({ facts, ids, ...conversation }) => ({
      ...conversation,
      received: (facts & 1) !== 0,
      read: (facts & 2) !== 0,
      mentionsEveryone: (facts & 4) !== 0,
      ids: numbersOf(ids),
    })),
    bits: new Map(pairsOf(marks ?? "")),
  };
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
