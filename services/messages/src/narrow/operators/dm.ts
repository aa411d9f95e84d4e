import type { NarrowTerm, UserRecord } from "@team-chat/contract";
import { sql } from "@team-chat/pg";

import { badNarrow, nothing, type NarrowWorld, type Operator } from "../clause.ts";

/** `dm`, `pm-with`: one direct conversation, by its people; oneself may be named or not. */
export const dm: Operator = async ({ operand }, world) => {
  const others = usersOf(operand, world);
  const ids = new Set([world.actor.id, ...others.map(({ id }) => id)]);
  const participants = [...ids].toSorted((a, b) => a - b);
  const recipientId =
    others.length === 0 ? null : await world.recipients.findOfUsers(world.realmId, participants);
  const [where, recipients] =
    recipientId === null
      ? [nothing, nothing]
      : [sql.fragment`m.recipient_id = ${recipientId}`, sql.fragment`r.id = ${recipientId}`];
  return { where, only: "direct", area: { recipients, topics: [] }, steady: true };
};

function usersOf(
  operand: NarrowTerm["operand"],
  { users, sees }: NarrowWorld,
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
