import { type Fragment, sql } from "@team-chat/pg";

import type { Clause, Operator } from "./clause.ts";
import { operandUser } from "./sender.ts";

/** `dm-including`: all direct messages with somebody, alone or among others; all of one's own when it is oneself. */
export const dmIncluding: Operator = (term, realm) => {
  const { id } = operandUser(term, realm);
  return among(sql.fragment`${id} = any(r.participants)`);
};

/** `group-pm-with`: older, the same in conversations of three and more. */
export const groupWith: Operator = (term, realm) => {
  const { id } = operandUser(term, realm);
  return among(sql.fragment`${id} = any(r.participants) and cardinality(r.participants) > 2`);
};

/** Direct messages of conversations (`r`) that fulfil a condition. */
function among(conversations: Fragment): Clause {
  return {
    where: sql.fragment`(m.channel_id is null and exists (select from recipient r
      where r.realm_id = m.realm_id and r.id = m.recipient_id and ${conversations}))`,
    only: "direct",
    area: { recipients: sql.fragment`(r.channel_id is null and ${conversations})`, topics: [] },
  };
}
