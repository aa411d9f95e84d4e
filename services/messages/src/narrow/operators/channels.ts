import { sql } from "@team-chat/pg";

import { badNarrow, type Operator, textOperand } from "../clause.ts";

/** `channels`, `streams`: messages of all public or all web-public channels. */
export const channels: Operator = (term, world) => {
  const operand = textOperand(term);
  if (operand !== "public" && operand !== "web-public")
    throw badNarrow(`unknown channels operand ${operand}`);
  const all = [...world.channels.channels.values()];
  const ids = all
    .filter(({ isPrivate, isWebPublic }) => (operand === "public" ? !isPrivate : isWebPublic))
    .map(({ id }) => id);
  const where = sql.fragment`coalesce(m.channel_id = any(${sql.array(ids, "int8")}), false)`;
  return { where, only: "channel", ...(operand === "public" ? { allPublic: true } : {}) };
};
