import { sql } from "@team-chat/pg";

import { badNarrow, type Operator, textOperand } from "../clause.ts";

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
export const has: Operator = (term) => {
  const operand = textOperand(term);
  const where = kinds.get(operand);
  if (!where) throw badNarrow(`unknown 'has' operand ${operand}`);
  return { where };
};
