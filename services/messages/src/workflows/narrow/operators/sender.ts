import type { NarrowTerm, UserRecord } from "@team-chat/contract";
import { sql } from "@team-chat/pg";

import { badNarrow, type NarrowRealm, type Operator } from "./clause.ts";

/** `sender`: messages of one user, by e-mail address or id. */
export const sender: Operator = (term, realm) => ({
  where: sql.fragment`m.sender_id = ${operandUser(term, realm).id}`,
  selective: true,
});

/** Returns the user that an operand names. @throws BAD_NARROW */
export function operandUser({ operand }: NarrowTerm, { users, sees }: NarrowRealm): UserRecord {
  const user =
    typeof operand === "number"
      ? users.users.get(operand)
      : users.findByEmail(String(operand).trim());
  if (!user || !sees(user)) throw badNarrow(`unknown user ${String(operand)}`);
  return user;
}
