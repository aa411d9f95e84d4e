// See docs/subsystems/messages.md.
import { type Fragment, runPrepared, sql } from "@team-chat/pg";
import { z } from "zod";

import { messagesMatching, type SearchSources } from "./find-messages.ts";
import { rowsOf } from "./message-sources.ts";
import { flagColumns, messageColumns, rangeColumns, reactionColumns } from "./page-columns.ts";
import { type PagedMessage, pageFrom } from "./page-texts.ts";
import type { Search, Stretch } from "./search-conditions.ts";
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
  const columns = applyMarkdown ? messageColumns.html : messageColumns.markdown;
  // Ranges may have many holes: they are cut down to what these messages span, not looked at for each message.
  return sql.type(pageRow)`
    select these.messages, (
      select string_agg(${flagColumns.text}, ${flagColumns.between}) from user_message
      where realm_id = ${realmId} and user_id = ${userId} and message_id = any(these.ids)
    ) as flags, (
      select string_agg(${reactionColumns.text}, ${reactionColumns.between} order by r.id) from reaction r
      where realm_id = ${realmId} and message_id = any(these.ids)
    ) as reactions, (
      select string_agg(${rangeColumns.text}, ${rangeColumns.between}) from user_recipient
      where realm_id = ${realmId} and user_id = ${userId} and recipient_id = any(these.places)
    ) as ranges
    from (
      select string_agg(text, ${columns.between}) as messages, array_agg(id) as ids, array_agg(recipient_id) as places,
        int8multirange(int8range(min(id), max(id) + 1)) as span
      from (${messagesOf(search, stretches, columns.text)}) page
    ) these`;
}

/** Selects the matching messages with their ids, recipients and texts, in no particular order. */
function messagesOf(search: Search, stretches: readonly Stretch[], text: Fragment): Fragment {
  const columns = sql.fragment`m.id, m.recipient_id, ${text} as text`;
  const parts = stretches.flatMap((stretch) => rowsOf(search, stretch, columns) ?? []);
  if (parts.length < stretches.length)
    return sql.fragment`select ${columns} from message m where m.realm_id = ${search.realmId} and m.id = any(array(${messagesMatching(search, stretches)}))`;
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const each = parts.map((part) => sql.fragment`(${part})`);
  return sql.fragment`${sql.join(each, sql.fragment` union all `)}`;
}
