import type { listRecentUsers as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";

/**
 * Lists users who were connected since the moment, or active, by id; what other processes heard counts 15 seconds
 * later.
 */
export async function listRecentUsers(
  ctx: Context,
  _: Identity,
  { onlyActive, realmId, since }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const presence = await ctx.presence.of(realmId);
  const userIds: number[] = [];
  for (const [userId, { activeAt, connectedAt }] of presence.since(-1))
    if ((onlyActive ? activeAt : connectedAt) >= since * 1000) userIds.push(userId);
  return { userIds: userIds.toSorted((a, b) => a - b) };
}
