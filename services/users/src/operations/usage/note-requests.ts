import type { noteRequests as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { upsertRequestCounts } from "../../queries/organization/request-counts.ts";

/** Notes what a gateway has counted so far (docs/hosting.md#usage). */
export async function noteRequests(
  ctx: Context,
  _: Identity,
  input: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await upsertRequestCounts(ctx.db, input, ctx.now());
  return {};
}
