import type { followSight as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../context.ts";
import { settleSight } from "../sight/settle-sight.ts";

/** Tells guests at once whom they see after a change of channels. */
export async function followSight(
  ctx: Context,
  _: Identity,
  { realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await settleSight(ctx, realmId);
  await ctx.outbox.published(realmId);
  return {};
}
