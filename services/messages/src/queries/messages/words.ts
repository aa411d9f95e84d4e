import { type Connection, type Fragment, sql } from "@team-chat/pg";
import { z } from "zod";

/**
 * Tells whether the message `m` of the realm has all words of the text; no message has the words of a text of stop
 * words alone.
 */
export function matchesWords(realmId: number, text: string) {
  const query = sql.fragment`plainto_tsquery('pg_catalog.english', ${text})`;
  return sql.fragment`(numnode(${query}) > 0 and m.words @@ (${query} && ${`'~${realmId}'`}::tsquery))`;
}

const highlightRow = z.object({ id: z.number(), content: z.string(), subject: z.string() });

/** HTML of a message's text and topic with the words that were searched for marked. */
export type HighlightRow = z.infer<typeof highlightRow>;

interface Searched {
  readonly realmId: number;
  readonly ids: readonly number[];
  readonly text: string;
}

/**
 * Marks the words of a text in messages. Postgres takes HTML apart as it did when it made the words, so that exactly
 * what was found is marked, and never anything within a tag.
 */
export function listHighlights(
  db: Connection,
  { realmId, ids, text }: Searched,
): Promise<readonly HighlightRow[]> {
  return db.any(sql.type(highlightRow)`
    select m.id, ${headline(sql.fragment`m.rendered_content`)} as content, ${headline(escapedTopic)} as subject
    from message m cross join plainto_tsquery('pg_catalog.english', ${text}) as query
    where m.realm_id = ${realmId} and m.id = any(${sql.array([...ids], "int8")})`);
}

function headline(html: Fragment) {
  const options = `HighlightAll=true, StartSel="<span class=""highlight"">", StopSel="</span>"`;
  return sql.fragment`ts_headline('pg_catalog.english', ${html}, query, ${options})`;
}

/** Empty for direct messages, which have no topic. */
const escapedTopic = sql.fragment`
  replace(replace(replace(replace(replace(m.topic, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), '''', '&#x27;')`;
