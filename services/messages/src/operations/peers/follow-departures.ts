import type { followDepartures as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";

/**
 * Carries memberships over at once, which reads for whoever left what was unread (docs/subsystems/messages.md,
 * Membership).
 */
export async function followDepartures(
  ctx: Context,
  _identity: unknown,
  { realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await ctx.channels.current(realmId);
  await ctx.outbox.published(realmId);
  return {};
}
