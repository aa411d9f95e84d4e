import { getChannelId } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";

/**
 * Returns the ids of the named channels; empty names mean none.
 * @throws BAD_REQUEST when one is none that the caller knows
 */
export async function checkBotChannels(
  ctx: Context,
  caller: Caller,
  names: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, number>> {
  const { id: realmId } = caller.realm;
  const ids = new Map<string, number>();
  for (const stream of new Set(names)) {
    if (stream === undefined || stream === "") continue;
    const found = await ctx.channels.request(getChannelId, caller, { stream }, { realmId });
    ids.set(stream, found.stream_id);
  }
  return ids;
}
