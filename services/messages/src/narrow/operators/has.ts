import { sql } from "@team-chat/pg";

import { badNarrow, type Operator, textOperand } from "../clause.ts";

const kinds = new Map([
  ["link", sql.fragment`m.has_link`],
  ["image", sql.fragment`m.has_image`],
  ["attachment", sql.fragment`m.has_attachment`],
]);

/** `has`: messages with a link, an image or an uploaded file in them. */
export const has: Operator = (term) => {
  const operand = textOperand(term);
  const where = kinds.get(operand);
  if (!where) throw badNarrow(`unknown 'has' operand ${operand}`);
  return { where };
};
