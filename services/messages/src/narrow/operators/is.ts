import { sql } from "@team-chat/pg";

import { flagBits, mentionBits } from "../../queries/flag-bits.ts";
import { badNarrow, type Clause, type Operator, textOperand } from "../clause.ts";

const received = sql.fragment`coalesce(ur.received @> m.id, false)`;
const direct: Clause = {
  where: sql.fragment`m.channel_id is null`,
  only: "direct",
  personal: true,
};

function hasFlag(bits: number) {
  return sql.fragment`coalesce(um.flags & ${bits} <> 0, false)`;
}

const kinds = new Map<string, Clause>([
  ["dm", direct],
  ["private", direct],
  [
    "unread",
    {
      where: sql.fragment`(${received} and not ur.read @> m.id)`,
      unread: true,
      personal: true,
    },
  ],
  ["starred", { where: hasFlag(flagBits.starred), flags: true, selective: true, personal: true }],
  [
    "mentioned",
    {
      where: sql.fragment`(${hasFlag(mentionBits)} or (m.mentions_everyone and ${received}))`,
      flags: true,
      personal: true,
    },
  ],
  [
    "alerted",
    { where: hasFlag(flagBits.hasAlertWord), flags: true, selective: true, personal: true },
  ],
  [
    "resolved",
    {
      where: sql.fragment`(m.channel_id is not null and starts_with(m.topic, '✔ '))`,
      only: "channel",
    },
  ],
]);

/** `is`: messages by the reader's relation to them, and topics by their state. */
export const is: Operator = (term) => {
  const operand = textOperand(term);
  const clause = kinds.get(operand);
  if (!clause) throw badNarrow(`unknown 'is' operand ${operand}`);
  return clause;
};
