import type { ChannelRecord } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { isOpenToSpectators } from "@team-chat/policy";

import { isSpectator } from "../../../domain/directories/spectator.ts";
import { badNarrow, type Operator } from "./clause.ts";

/** `channels`, `streams`: messages of all public or all web-public channels. */
export const channels: Operator = ({ operand }, realm) => {
  if (operand !== "public" && operand !== "web-public")
    throw badNarrow(`unknown channels operand ${String(operand)}`);
  const all = [...realm.channels.channels.values()];
  const isMeant = (channel: ChannelRecord) => {
    if (isSpectator(realm.actor)) return isOpenToSpectators(channel);
    return operand === "public" ? !channel.isPrivate : channel.isWebPublic;
  };
  const ids = all.filter(isMeant).map(({ id }) => id);
  const these = sql.array(ids, "int8");
  return {
    where: sql.fragment`coalesce(m.channel_id = any(${these}), false)`,
    only: "channel",
    area: { recipients: sql.fragment`r.channel_id = any(${these})`, topics: [] },
    ...(operand === "public" ? { allPublic: true } : {}),
  };
};
