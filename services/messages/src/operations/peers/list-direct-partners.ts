import type { listDirectPartners as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listPartners } from "../../queries/recipients/partners.ts";

/** Who has written with whom: what makes guests see others besides channels (docs/subsystems/users.md, Guests' sight). */
export async function listDirectPartners(
  ctx: Context,
  _identity: unknown,
  { realmId, userIds }: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  return { partners: [...(await listPartners(ctx.hot, realmId, userIds))] };
}
