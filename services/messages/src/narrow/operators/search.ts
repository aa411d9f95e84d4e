import { sql } from "@team-chat/pg";

import { matchesWords } from "../../queries/words.ts";
import { everything, type Operator } from "../clause.ts";
import { phrasesOf } from "../search-text.ts";

/** `search`: messages with all these words in text or topic, and with what is quoted as it is (reference/behaviour.md §4.6). */
export const search: Operator = ({ operand }, { realmId }) => {
  const text = String(operand);
  const phrases = phrasesOf(text).map((phrase) => {
    const pattern = `%${phrase.replaceAll(/[\\%_]/g, "\\$&")}%`;
    return sql.fragment`(m.content ilike ${pattern} or m.topic ilike ${pattern})`;
  });
  const words = matchesWords(realmId, text);
  const where = sql.fragment`(${sql.join([everything, ...phrases], sql.fragment` and `)})`;
  const none = sql.fragment`not (${words} and ${where})`;
  return { where, words, selective: true, negative: { where: none } };
};
