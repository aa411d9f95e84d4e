import { sql } from "@team-chat/pg";

import { badNarrow, type Operator } from "./clause.ts";

/** Largest message id that clients may name (docs/behaviour/narrows.md#operators). */
const maxId = 2_147_483_647;

/** `id`: exactly one message. */
export const id: Operator = ({ operand }) => {
  const given = String(operand);
  if (!/^\d+$/.test(given) || Number(given) > maxId) throw badNarrow("Invalid message ID");
  return { where: sql.fragment`m.id = ${Number(given)}`, selective: true };
};
