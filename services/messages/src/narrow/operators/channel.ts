import { sql } from "@team-chat/pg";

import { badNarrow, type Operator } from "../clause.ts";

/** `channel`, `stream`: messages of one channel, by name or id. */
export const channel: Operator = async ({ operand }, { realmId, channels, recipients }) => {
  const found =
    typeof operand === "number"
      ? channels.channels.get(operand)
      : channels.findByName(String(operand).trim());
  if (!found) throw badNarrow(`unknown channel ${String(operand)}`);
  const recipientId = await recipients.ofChannel(realmId, found.id);
  return {
    where: sql.fragment`m.recipient_id = ${recipientId}`,
    only: "channel",
    area: { recipients: sql.fragment`r.id = ${recipientId}`, topics: [] },
    channel: found,
    steady: true,
  };
};
