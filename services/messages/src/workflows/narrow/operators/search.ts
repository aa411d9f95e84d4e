import { type Fragment, sql } from "@team-chat/pg";

import { matchesWords } from "../../../queries/messages/words.ts";
import { everything, type Operator } from "./clause.ts";
import { phrasesOf } from "./search-text.ts";

/**
 * `search`: messages with all these words in text or topic, and with what is quoted as it is
 * (docs/behaviour/narrows.md#search).
 */
export const search: Operator = ({ operand }, { realmId }) => {
  const text = String(operand);
  const phrases = phrasesOf(text);
  const words =
    phrases.length === 0
      ? matchesWords(realmId, text)
      : sql.fragment`(${matchesWords(realmId, text)} and ${hasAll(phrases)})`;
  return {
    where: everything,
    words,
    selective: true,
    negative: { where: sql.fragment`(${words}) is not true` },
  };
};

/**
 * Tells whether text or topic have each of these, in whatever case. The statement has the same length however many
 * there are, because planning long ones costs most; both texts are made lower-case once for each message, and only for
 * messages that have the words, because nothing else here costs as much.
 */
function hasAll(phrases: readonly string[]): Fragment {
  return sql.fragment`(
    select found.all from (select lower(m.content) as content, lower(m.topic) as topic offset 0) lowered
    cross join lateral (
      select bool_and(strpos(lowered.content, lower(phrase)) > 0 or strpos(lowered.topic, lower(phrase)) > 0) as all
      from unnest(${sql.array([...phrases], "text")}) as phrase
    ) found)`;
}
