import { sql } from "@team-chat/pg";

import { badNarrow, type Operator } from "./clause.ts";

const kinds = new Map([
  ["link", sql.fragment`m.has_link`],
  ["image", sql.fragment`m.has_image`],
  ["attachment", sql.fragment`m.has_attachment`],
  [
    "reaction",
    sql.fragment`exists (select from reaction where reaction.realm_id = m.realm_id and reaction.message_id = m.id)`,
  ],
]);

/** `has`: messages with a link, an image, an uploaded file or a reaction. */
export const has: Operator = ({ operand }) => {
  const where = kinds.get(String(operand));
  if (!where) throw badNarrow(`unknown 'has' operand ${String(operand)}`);
  // Reactions may be rare: whether to begin with them or with messages is for Postgres to decide.
  return operand === "reaction" ? { where, selective: true } : { where };
};
