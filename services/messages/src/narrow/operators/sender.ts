import type { NarrowTerm, UserRecord } from "@team-chat/contract";
import { sql } from "@team-chat/pg";

import { badNarrow, nameOrId, type NarrowWorld, type Operator } from "../clause.ts";

/** `sender`: messages of one user, by e-mail address or id. */
export const sender: Operator = (term, world) => ({
  where: sql.fragment`m.sender_id = ${operandUser(term, world).id}`,
  selective: true,
});

/** The user that an operand names. @throws BAD_NARROW, BAD_REQUEST */
export function operandUser(term: NarrowTerm, { users }: NarrowWorld): UserRecord {
  const given = nameOrId(term);
  const user = typeof given === "number" ? users.users.get(given) : users.findByEmail(given.trim());
  if (!user) throw badNarrow(`unknown user ${given}`);
  return user;
}
