import type { followChannels as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { settleVisibility } from "../../workflows/visibility/settle-visibility.ts";

/** Tells guests at once whom they see after a change of channels. */
export async function followChannels(
  ctx: Context,
  _: Identity,
  { realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await settleVisibility(ctx, realmId);
  await ctx.outbox.published(realmId);
  return {};
}
