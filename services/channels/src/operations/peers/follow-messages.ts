import type { followMessages as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { refreshFacts } from "../../workflows/facts/refresh-facts.ts";

/**
 * Tells at once what changed messages mean for their channels (docs/subsystems/channels.md, What channels say of
 * messages).
 */
export async function followMessages(
  ctx: Context,
  _identity: unknown,
  { channelIds, realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  const now = Math.floor(ctx.now() / 1000);
  await refreshFacts(ctx, { realmId, channelIds, now, counts: null });
  await ctx.outbox.published(realmId);
  return {};
}
