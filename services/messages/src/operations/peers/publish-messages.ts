import type { publishMessages as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";

/** Lets whoever reads the stream know that all that was answered before is in it. */
export async function publishMessages(
  ctx: Context,
  _identity: unknown,
  { realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await ctx.outbox.published(realmId);
  return {};
}
