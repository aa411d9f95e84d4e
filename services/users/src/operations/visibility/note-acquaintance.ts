import type { noteAcquaintance as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { settleVisibility } from "../../workflows/visibility/settle-visibility.ts";

/** Shows guests the others of a direct conversation that has begun. */
export async function noteAcquaintance(
  ctx: Context,
  _: Identity,
  { realmId, userIds }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  const met = new Map(userIds.map((id) => [id, userIds.filter((other) => other !== id)]));
  await settleVisibility(ctx, realmId, { met });
  return {};
}
