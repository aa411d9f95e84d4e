import type { listDirectPartners as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listPartners } from "../../queries/recipients/partners.ts";

/**
 * Lists who has written with whom, which besides channels is what makes guests see others (docs/subsystems/users.md,
 * Guests' visibility).
 */
export async function listDirectPartners(
  ctx: Context,
  _identity: unknown,
  { realmId, userIds }: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  return { partners: [...(await listPartners(ctx.hot, realmId, userIds))] };
}
