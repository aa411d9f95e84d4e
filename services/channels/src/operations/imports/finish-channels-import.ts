import type { finishChannelsImport as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { insertVersion } from "../../queries/versions.ts";
import { trafficDays } from "../../values/channel-facts.ts";
import { refreshFacts } from "../../workflows/facts/refresh-facts.ts";

/** Number of channels of which messages is asked at once. */
const batch = 100;

/**
 * Shows what was taken in of an organization to other services, with what channels say of their messages; once more
 * changes nothing (docs/export.md#taking-an-archive-in).
 */
export async function finishChannelsImport(
  ctx: Context,
  _identity: unknown,
  { realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await insertVersion(ctx.db, realmId);
  const channelIds = [...(await ctx.channels.current(realmId)).channels.keys()];
  const now = Math.floor(ctx.now() / 1000);
  for (let start = 0; start < channelIds.length; start += batch) {
    const some = channelIds.slice(start, start + batch);
    const countSince = now - trafficDays * 86_400;
    const said = await ctx.channelFacts({ realmId, channelIds: some, countSince });
    const counts = new Map(said.map(({ channelId, messages }) => [channelId, messages ?? 0]));
    await refreshFacts(ctx, { realmId, channelIds: some, now, counts });
  }
  await ctx.outbox.published(realmId);
  return {};
}
