// See docs/subsystems/messages.md.
import { runPrepared, sql } from "@team-chat/pg";
import { z } from "zod";

import { messagesMatching, type SearchSources } from "./find-messages.ts";
import { type Fragment, rowsOf, type Search, type Stretch } from "./message-sources.ts";
import { type PagedMessage, pageFrom } from "./page-texts.ts";
import { reactionText } from "./reactions.ts";
import { listSubmessages } from "./submessages.ts";

export interface PageForm {
  /** HTML instead of Markdown. */
  readonly applyMarkdown: boolean;
}

const pageRow = z.object({
  messages: z.string().nullable(),
  flags: z.string().nullable(),
  reactions: z.string().nullable(),
  ranges: z.string().nullable(),
});

/** The columns of messages that a page needs. */
const columns = sql.fragment`m.realm_id, m.id, m.recipient_id, m.channel_id, m.sender_id, m.topic, m.content, m.rendered_content, m.client, m.sent_at, m.edited_at,
  m.moved_at, m.is_me, m.mentions_everyone, m.has_submessages, m.edit_history`;

/**
 * Reads the matching messages of each stretch, ascending, in one statement, and in a second one the submessages that
 * few of them have. The statement answers four texts instead of rows: taking rows apart column by column, joining them
 * in the database, and JSON that is only written again, cost more than finding what they say.
 */
export async function readPage(
  { db, pages }: SearchSources,
  search: Search,
  { stretches, form }: { readonly stretches: readonly Stretch[]; readonly form: PageForm },
): Promise<readonly PagedMessage[]> {
  if (stretches.length === 0) return [];
  const query = pageOf(search, stretches, form);
  const [row] = search.steady
    ? await runPrepared<z.infer<typeof pageRow>>(pages, query)
    : await db.any(query);
  const page = row ? pageFrom(row) : [];
  const widgets = page.filter(({ hasSubmessages }) => hasSubmessages).map(({ id }) => id);
  if (widgets.length === 0) return page;
  const submessages = await listSubmessages(db, search.realmId, widgets);
  return page.map((message) => ({ ...message, submessages: submessages.get(message.id) ?? "[]" }));
}

function pageOf(search: Search, stretches: readonly Stretch[], { applyMarkdown }: PageForm) {
  const { realmId, userId } = search;
  // Ranges may have many holes: they are cut down to what these messages span, not looked at for each message.
  return sql.type(pageRow)`
    select these.messages, (
      select string_agg(concat(message_id, ',', flags), ';') from user_message
      where realm_id = ${realmId} and user_id = ${userId} and message_id = any(these.ids)
    ) as flags, (
      select string_agg(concat(r.message_id, chr(2), ${reactionText}), chr(1) order by r.id) from reaction r
      where realm_id = ${realmId} and message_id = any(these.ids)
    ) as reactions, (
      select string_agg(concat_ws(chr(2), recipient_id, received * these.span, read * these.span), chr(1)) from user_recipient
      where realm_id = ${realmId} and user_id = ${userId} and recipient_id = any(these.places)
    ) as ranges
    from (
      select string_agg(text, chr(2)) as messages, array_agg(id) as ids, array_agg(recipient_id) as places,
        int8multirange(int8range(min(id), max(id) + 1)) as span
      from (
        select m.id, m.recipient_id, concat_ws(chr(2), m.id, ${factsOf},
            m.recipient_id, coalesce(m.channel_id, 0), m.sender_id, to_json(m.topic), ${ownJson(applyMarkdown)}, ${seldom}
          ) as text
        from (${messagesOf(search, stretches)}) m
      ) page
    ) these`;
}

/** Selects the matching messages with `columns`, in no particular order. */
function messagesOf(search: Search, stretches: readonly Stretch[]): Fragment {
  const parts = stretches.flatMap((stretch) => rowsOf(search, stretch, columns) ?? []);
  if (parts.length < stretches.length)
    return sql.fragment`select ${columns} from message m where m.realm_id = ${search.realmId} and m.id = any(array(${messagesMatching(search, stretches)}))`;
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const each = parts.map((part) => sql.fragment`(${part})`);
  return sql.fragment`${sql.join(each, sql.fragment` union all `)}`;
}

/**
 * UNIX times, as floats, whose 53 bits hold microseconds until the year 2255: `extract` makes a numeric, which takes
 * twice as long.
 */
const seconds = {
  sentAt: sql.fragment`floor(date_part('epoch', m.sent_at))::int8`,
  editedAt: sql.fragment`floor(date_part('epoch', m.edited_at))::int8`,
  movedAt: sql.fragment`floor(date_part('epoch', m.moved_at))::int8`,
};

/** Sum of `factBits`. */
const factsOf = sql.fragment`m.mentions_everyone::int + m.has_submessages::int * 2`;

/** Fields that each message of a page has for itself, with the SQL of their JSON. A new one needs this line alone. */
const ownFields = {
  id: sql.fragment`m.id`,
  timestamp: seconds.sentAt,
  is_me_message: sql.fragment`m.is_me::text`,
  client: sql.fragment`to_json(m.client)`,
};

/** Names of the fields whose JSON the database writes. */
export const ownFieldNames: ReadonlySet<string> = new Set([...Object.keys(ownFields), "content"]);

/** Selects all of them as JSON without braces, which nobody takes apart. */
function ownJson(applyMarkdown: boolean): Fragment {
  const content = applyMarkdown
    ? sql.fragment`to_json(m.rendered_content)`
    : sql.fragment`to_json(m.content)`;
  const parts = Object.entries({ ...ownFields, content }).map(
    ([name, json], index) =>
      sql.fragment`${sql.literalValue(`${index === 0 ? "" : ","}"${name}":`)}, ${json}`,
  );
  return sql.fragment`concat(${sql.join(parts, sql.fragment`, `)})`;
}

/** Parts that few messages in channels have: nothing is written, or computed, for the others. */
const seldom = sql.fragment`
  case when m.channel_id is null or m.edit_history is not null then concat_ws(chr(3),
    coalesce(${seconds.editedAt}, 0), coalesce(${seconds.movedAt}, 0), coalesce(m.edit_history::text, ''),
    case when m.channel_id is null then (
      select to_json(r.participants)::text from recipient r where r.realm_id = m.realm_id and r.id = m.recipient_id
    ) else '' end) else '' end`;
