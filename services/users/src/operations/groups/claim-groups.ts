import type { claimGroups as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { claimActiveGroups } from "../../queries/groups/group-heads.ts";

/**
 * Lets a transaction of another service use groups: whoever deactivates one of them either sees what it wrote or comes
 * first, and then it is not active here. Takes no lock that lasts, least of all the realm's.
 */
export async function claimGroups(
  ctx: Context,
  _: Identity,
  { realmId, groupIds }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const wanted = [...new Set(groupIds)];
  return { isActive: (await claimActiveGroups(ctx.db, realmId, wanted)) === wanted.length };
}
