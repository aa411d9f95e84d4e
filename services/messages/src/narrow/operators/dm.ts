import type { UserRecord } from "@team-chat/contract";
import { sql } from "@team-chat/pg";

import { badNarrow, nothing, type NarrowWorld, type Operator, wrongOperand } from "../clause.ts";

/** `dm`, `pm-with`: one direct conversation, by its people; oneself may be named or not. */
export const dm: Operator = async (term, world) => {
  const others = usersOf(term.operand, world);
  if (others.length === 0) return { where: nothing, only: "direct", selective: true };
  const ids = new Set([world.actor.id, ...others.map(({ id }) => id)]);
  const participants = [...ids].toSorted((a, b) => a - b);
  const recipientId = await world.recipients.findOfUsers(world.realmId, participants);
  const where = recipientId === null ? nothing : sql.fragment`m.recipient_id = ${recipientId}`;
  return { where, only: "direct", selective: true };
};

function usersOf(operand: unknown, { users }: NarrowWorld): readonly UserRecord[] {
  const find = (key: string | number) =>
    typeof key === "number" ? users.users.get(key) : users.findByEmail(key);
  return keysOf(operand).map((key) => {
    const user = find(key);
    if (!user) throw badNarrow(`unknown user in ${String(operand)}`);
    return user;
  });
}

function keysOf(operand: unknown): readonly (string | number)[] {
  if (typeof operand === "string") {
    const emails = operand.split(",").map((email) => email.trim());
    return emails.filter((email) => email !== "");
  }
  if (Array.isArray(operand) && operand.every((id) => Number.isInteger(id)))
    return operand as readonly number[];
  throw wrongOperand("is not a string or an integer list");
}
