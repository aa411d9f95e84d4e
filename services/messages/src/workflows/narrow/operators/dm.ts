import type { NarrowTerm, UserRecord } from "@team-chat/contract";
import { sql } from "@team-chat/pg";

import { badNarrow, nothing, type NarrowRealm, type Operator } from "./clause.ts";

/** `dm`, `pm-with`: one direct conversation, by its people; oneself may be named or not. */
export const dm: Operator = async ({ operand }, realm) => {
  const others = usersOf(operand, realm);
  const ids = new Set([realm.actor.id, ...others.map(({ id }) => id)]);
  const participants = [...ids].toSorted((a, b) => a - b);
  const recipientId =
    others.length === 0 ? null : await realm.recipients.findOfUsers(realm.realmId, participants);
  const [where, recipients] =
    recipientId === null
      ? [nothing, nothing]
      : [sql.fragment`m.recipient_id = ${recipientId}`, sql.fragment`r.id = ${recipientId}`];
  return { where, only: "direct", area: { recipients, topics: [] }, steady: true };
};

function usersOf(
  operand: NarrowTerm["operand"],
  { users, sees }: NarrowRealm,
): readonly UserRecord[] {
  return keysOf(operand).map((key) => {
    const user = typeof key === "number" ? users.users.get(key) : users.findByEmail(key);
    if (!user || !sees(user)) throw badNarrow(`unknown user in ${String(operand)}`);
    return user;
  });
}

function keysOf(operand: NarrowTerm["operand"]): readonly (string | number)[] {
  if (typeof operand === "number") return [operand];
  if (typeof operand !== "string") return operand;
  const emails = operand.split(",").map((email) => email.trim());
  return emails.filter((email) => email !== "");
}
