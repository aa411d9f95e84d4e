import { getChannelId } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";

/** @throws BAD_REQUEST when one of the named channels is none that the caller knows; empty names mean none */
export async function checkBotChannels(
  ctx: Context,
  caller: Caller,
  names: readonly (string | undefined)[],
): Promise<void> {
  const { id: realmId } = caller.realm;
  for (const stream of new Set(names))
    if (stream !== undefined && stream !== "")
      await ctx.channels.request(getChannelId, caller, { stream }, { realmId });
}
