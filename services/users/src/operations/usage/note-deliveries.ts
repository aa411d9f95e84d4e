import type { noteDeliveries as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { upsertDeliveryCounts } from "../../queries/organization/usage-days.ts";

/** Notes what webhooks has counted so far (docs/hosting.md#usage). */
export async function noteDeliveries(
  ctx: Context,
  _: Identity,
  input: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await upsertDeliveryCounts(ctx.db, input);
  return {};
}
