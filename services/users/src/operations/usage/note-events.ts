import type { noteEvents as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { upsertEventCounts } from "../../queries/organization/request-counts.ts";

/** Notes how many events a process has given clients so far (docs/hosting.md#usage). */
export async function noteEvents(
  ctx: Context,
  _: Identity,
  input: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await upsertEventCounts(ctx.db, input, ctx.now());
  return {};
}
