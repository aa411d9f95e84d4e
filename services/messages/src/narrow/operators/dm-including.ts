import { sql } from "@team-chat/pg";

import type { Operator } from "../clause.ts";
import { operandUser } from "./sender.ts";

/** `dm-including`: all direct messages with somebody, alone or among others; all of one's own when it is oneself. */
export const dmIncluding: Operator = (term, world) => {
  const { id } = operandUser(term, world);
  const where = sql.fragment`(m.channel_id is null and exists (select from user_recipient other
    where other.realm_id = m.realm_id and other.user_id = ${id} and other.recipient_id = m.recipient_id))`;
  return { where, only: "direct" };
};
