import { sql } from "@team-chat/pg";
import { hasMetadataAccess } from "@team-chat/policy";

import { badNarrow, type Operator } from "./clause.ts";

/**
 * `channel`, `stream`: messages of one channel, by name or id. One that the reader may not know of is unknown, as one
 * that does not exist; of one that the reader knows and may not read there are no messages.
 */
export const channel: Operator = async ({ operand }, realm) => {
  const { actor, realmId, channels, recipients } = realm;
  const found =
    typeof operand === "number"
      ? channels.channels.get(operand)
      : channels.findByName(String(operand).trim());
  if (!found || !hasMetadataAccess(actor, found, realm))
    throw badNarrow(`unknown channel ${String(operand)}`);
  const recipientId = await recipients.ofChannel(realmId, found.id);
  return {
    where: sql.fragment`m.recipient_id = ${recipientId}`,
    only: "channel",
    area: { recipients: sql.fragment`r.id = ${recipientId}`, topics: [] },
    channel: found,
    steady: true,
  };
};
