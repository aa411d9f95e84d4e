// See docs/subsystems/messages.md.
import { runPrepared, sql } from "@team-chat/pg";
import { z } from "zod";

import type { EditEntry } from "./edits.ts";
import { foundBy, type SearchSources } from "./find-messages.ts";
import type { Fragment, Search, Stretch } from "./message-sources.ts";
import { reactionList } from "./reactions.ts";
import { submessagesOfMessage } from "./submessages.ts";

/** A message with what its reader has to do with it, its texts as JSON that nobody takes apart. */
export interface PagedMessage {
  readonly id: number;
  readonly recipientId: number;
  readonly channelId: number | null;
  readonly participants: readonly number[] | null;
  readonly senderId: number;
  readonly topic: string;
  readonly isMe: boolean;
  /** UNIX seconds, as are the other times. */
  readonly sentAt: number;
  readonly editedAt: number | null;
  readonly movedAt: number | null;
  readonly mentionsEveryone: boolean;
  /** Newest first; null if never edited. */
  readonly editHistory: readonly EditEntry[] | null;
  /** The reader's: sum of bits, and whether it was received and read. */
  readonly bits: number;
  readonly received: boolean;
  readonly read: boolean;
  /** `"client":…,"content":…,"reactions":…,"submessages":…` */
  readonly json: string;
}

export interface PageForm {
  /** HTML instead of Markdown. */
  readonly applyMarkdown: boolean;
}

const pageRow = z.object({ page: z.string().nullable() });

/** Between messages and between their parts: the parts are numbers and JSON, which never contain them. */
const [messageMark, partMark] = ["\u0001", "\u0002"];

/**
 * The matching messages of each stretch, ascending, in one statement. The page comes as one text: taking rows apart column by column, and
 * JSON that is only written again, cost more than finding it.
 */
export async function readPage(
  { db, pages }: SearchSources,
  search: Search,
  { stretches, form }: { readonly stretches: readonly Stretch[]; readonly form: PageForm },
): Promise<readonly PagedMessage[]> {
  if (stretches.length === 0) return [];
  const query = sql.type(pageRow)`${pageOf(search, stretches, form)}`;
  const [row] = search.steady
    ? await runPrepared<z.infer<typeof pageRow>>(pages, query)
    : await db.any(query);
  const page = row?.page ?? "";
  return page === "" ? [] : page.split(messageMark).map(takeApart);
}

function pageOf(search: Search, stretches: readonly Stretch[], form: PageForm): Fragment {
  const { realmId, userId } = search;
  const these = sql.fragment`any(array(select id from found))`;
  // Ranges may have many holes: they are cut down to what these messages span once for each recipient, not looked at for each message.
  return sql.fragment`
    with found as materialized (${foundBy(search, stretches)}),
    m as materialized (
      select realm_id, id, recipient_id, channel_id, sender_id, topic, content, rendered_content, client, sent_at, edited_at, moved_at, is_me,
        mentions_everyone, has_submessages, edit_history
      from message where realm_id = ${realmId} and id = ${these}
    ),
    ur as materialized (
      select kept.recipient_id, kept.received * span.ids as received, kept.read * span.ids as read
      from (select recipient_id, int8multirange(int8range(min(id), max(id) + 1)) as ids from m group by recipient_id) span
        cross join lateral (
          select * from user_recipient kept
          where kept.realm_id = ${realmId} and kept.user_id = ${userId} and kept.recipient_id = span.recipient_id offset 0
        ) kept
    ), um as materialized (
      select message_id, flags from user_message where realm_id = ${realmId} and user_id = ${userId} and message_id = ${these}
    ), reacted as materialized (
      select message_id, ${reactionList}::text as list from reaction r where realm_id = ${realmId} and message_id = ${these} group by message_id
    )
    select string_agg(${partsOf(form)}, ${messageMark} order by m.id) as page
    from m left join ur using (recipient_id) left join um on um.message_id = m.id left join reacted on reacted.message_id = m.id`;
}

function partsOf({ applyMarkdown }: PageForm): Fragment {
  const mark = sql.fragment`${partMark}::text`;
  const content = applyMarkdown ? sql.fragment`m.rendered_content` : sql.fragment`m.content`;
  return sql.fragment`concat(
    m.id, ',', m.recipient_id, ',', m.channel_id, ',', m.sender_id, ',', ${seconds("sent_at")}, ',', ${seconds("edited_at")}, ',',
    ${seconds("moved_at")}, ',', coalesce(um.flags, 0), ',', m.is_me::int + m.mentions_everyone::int * 2
      + coalesce(ur.received @> m.id, false)::int * 4 + coalesce(ur.read @> m.id, false)::int * 8,
    ${mark}, case when m.channel_id is null then (
      select to_json(r.participants) from recipient r where r.realm_id = m.realm_id and r.id = m.recipient_id
    ) end,
    ${mark}, to_json(m.topic), ${mark}, m.edit_history, ${mark},
    '"client":', to_json(m.client), ',"content":', to_json(${content}), ',"reactions":', coalesce(reacted.list, '[]'),
    ',"submessages":', ${submessagesOfMessage})`;
}

/** As a float, whose 53 bits hold microseconds until the year 2255: `extract` makes a numeric, which takes twice as long. */
function seconds(column: string): Fragment {
  return sql.fragment`floor(date_part('epoch', ${sql.identifier(["m", column])}))::int8`;
}

function takeApart(text: string): PagedMessage {
  const [numbers = "", participants = "", topic = "", history = "", json = ""] =
    text.split(partMark);
  const [id, recipientId, channelId, senderId, sentAt, editedAt, movedAt, bits, facts] =
    numbers.split(",");
  const has = (bit: number) => (Number(facts) & bit) !== 0;
  return {
    id: Number(id),
    recipientId: Number(recipientId),
    channelId: numberOrNull(channelId),
    senderId: Number(senderId),
    sentAt: Number(sentAt),
    editedAt: numberOrNull(editedAt),
    movedAt: numberOrNull(movedAt),
    bits: Number(bits),
    isMe: has(1),
    mentionsEveryone: has(2),
    received: has(4),
    read: has(8),
    participants: participants === "" ? null : (JSON.parse(participants) as number[]),
    topic: JSON.parse(topic) as string,
    editHistory: history === "" ? null : (JSON.parse(history) as EditEntry[]),
    json,
  };
}

function numberOrNull(text: string | undefined): number | null {
  return text === undefined || text === "" ? null : Number(text);
}
