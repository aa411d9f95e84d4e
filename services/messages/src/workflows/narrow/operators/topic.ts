import { sql } from "@team-chat/pg";

import type { Operator } from "./clause.ts";

/** `topic`: messages of a topic, in whatever letter case it was written. */
export const topic: Operator = ({ operand }) => ({
  where: sql.fragment`(m.channel_id is not null and lower(m.topic) = lower(${String(operand)}))`,
  only: "channel",
  area: { recipients: sql.fragment`r.channel_id is not null`, topics: [] },
  steady: true,
});
