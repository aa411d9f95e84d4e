import { sql } from "@team-chat/pg";

import { badNarrow, nameOrId, type Operator } from "../clause.ts";

/** `channel`, `stream`: messages of one channel, by name or id. */
export const channel: Operator = async (term, { realmId, channels, recipients }) => {
  const given = nameOrId(term);
  const found =
    typeof given === "number" ? channels.channels.get(given) : channels.findByName(given.trim());
  if (!found) throw badNarrow(`unknown channel ${given}`);
  const recipientId = await recipients.ofChannel(realmId, found.id);
  const where = sql.fragment`m.recipient_id = ${recipientId}`;
  return { where, only: "channel", selective: true, channel: found };
};
