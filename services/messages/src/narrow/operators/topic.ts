import { sql } from "@team-chat/pg";

import { type Operator, textOperand } from "../clause.ts";

/** `topic`: messages of a topic, in whatever letter case it was written. */
export const topic: Operator = (term) => {
  const where = sql.fragment`(m.channel_id is not null and lower(m.topic) = lower(${textOperand(term)}))`;
  return { where, only: "channel" };
};
