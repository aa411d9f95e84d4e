import { type Connection, type Fragment, sql } from "@team-chat/pg";
import { z } from "zod";

import { parseSearch } from "../../values/folded-text.ts";
import { markHtml, wordMarks } from "../../values/marked-html.ts";

/**
 * Tells whether the message `m` of the realm has all words of the text, and all its stretches of characters that no
 * spaces part; no message has the words of a text of stop words alone.
 */
export function matchesWords(realmId: number, text: string) {
  const { words, runs } = parseSearch(text);
  const query = sql.fragment`(${queryOf(words)} && ${pairsOf(runs)}::tsquery)`;
  const own = sql.fragment`(${query} && ${`'~${realmId}'`}::tsquery)`;
  const folded = sql.fragment`m.folded_words @@ ${own}`;
  // What is written in ASCII alone has none of these characters: its words need not be asked.
  const either = runs.length > 0 ? folded : sql.fragment`(m.words @@ ${own} or ${folded})`;
  const found = sql.fragment`(numnode(${query}) > 0 and ${either})`;
  const long = runs.filter((run) => charactersOf(run).length > 2);
  return long.length === 0 ? found : sql.fragment`(${found} and ${containsAll(long)})`;
}

function queryOf(words: string): Fragment {
  return sql.fragment`plainto_tsquery('pg_catalog.russian', ${words})`;
}

/** Returns the pairs of neighbouring characters as a query; one character begins a pair or stands by itself. */
function pairsOf(runs: readonly string[]): string {
  const pairs = runs.flatMap((run) => {
    const characters = charactersOf(run);
    if (characters.length === 1) return [`'${run}':*`];
    return characters.slice(1).map((next, at) => `'${characters[at]}${next}'`);
  });
  return [...new Set(pairs)].join(" & ");
}

function charactersOf(run: string): readonly string[] {
  return Array.from(run);
}

/** Tells whether texts with all the pairs have them in this order. */
function containsAll(runs: readonly string[]): Fragment {
  return sql.fragment`(
    select bool_and(strpos(searched.text, run) > 0)
    from (select replace(searched_text(m.topic, m.rendered_content), chr(1), '') as text offset 0) searched
    cross join unnest(${sql.array([...runs], "text")}) as run)`;
}

const foundRow = z.object({
  id: z.number(),
  /** Null: it is in ASCII, and `content` has its marks already. */
  html: z.string().nullable(),
  content: z.string(),
  topic: z.string().nullable(),
  subject: z.string(),
});

/** HTML of a message's text and topic with the words that were searched for marked. */
export type HighlightRow = Pick<z.infer<typeof foundRow>, "id" | "content" | "subject">;

interface Searched {
  readonly realmId: number;
  readonly ids: readonly number[];
  readonly text: string;
}

/**
 * Marks what was searched for in messages. Postgres takes HTML apart as it did when it made the words, so that exactly
 * what was found is marked, and never anything within a tag.
 */
export async function listHighlights(
  db: Connection,
  { realmId, ids, text }: Searched,
): Promise<readonly HighlightRow[]> {
  const { runs, words } = parseSearch(text);
  const rows = await db.any(sql.type(foundRow)`
    select m.id, ${unlessAscii(sql.fragment`m.rendered_content`)} as html, ${headline(sql.fragment`m.rendered_content`)} as content,
      ${unlessAscii(escapedTopic)} as topic, ${headline(escapedTopic)} as subject
    from message m cross join ${queryOf(words)} as query
    where m.realm_id = ${realmId} and m.id = any(${sql.array([...ids], "int8")})`);
  const mark = (raw: string | null, folded: string) =>
    raw === null ? folded : markHtml(raw, folded, runs);
  return rows.map(({ id, html, content, topic, subject }) => ({
    id,
    content: mark(html, content),
    subject: mark(topic, subject),
  }));
}

function headline(html: Fragment) {
  const marks = `HighlightAll=true, StartSel="<span class=""highlight"">", StopSel="</span>"`;
  const plain = `HighlightAll=true, StartSel="${wordMarks.start}", StopSel="${wordMarks.stop}"`;
  return sql.fragment`case when ${isAscii(html)} then ts_headline('pg_catalog.russian', ${html}, query, ${marks})
    else ts_headline('pg_catalog.russian', regexp_replace(fold_text(${html}), '[' || unspaced_characters() || ']', ' ', 'g'), query, ${plain}) end`;
}

function unlessAscii(html: Fragment) {
  return sql.fragment`case when ${isAscii(html)} then null else ${html} end`;
}

function isAscii(html: Fragment) {
  return sql.fragment`octet_length(${html}) = char_length(${html})`;
}

/** Empty for direct messages, which have no topic. */
const escapedTopic = sql.fragment`
  replace(replace(replace(replace(replace(m.topic, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), '''', '&#x27;')`;
