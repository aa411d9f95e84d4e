import type { noteEvents as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listPlans } from "../../queries/organization/realms.ts";
import { upsertEventCounts } from "../../queries/organization/request-counts.ts";

/** Notes how many events a process has given clients so far (docs/hosting.md#usage), and says how many these may be. */
export async function noteEvents(
  ctx: Context,
  _: Identity,
  input: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  await upsertEventCounts(ctx.db, input, ctx.now());
  const realmIds = [...new Set(input.entries.map(({ realmId }) => realmId))];
  const limits = (await listPlans(ctx.db, realmIds)).flatMap(({ id, ...planned }) => {
    const { eventsPerSecond } = ctx.plans.quotasOf(planned);
    return eventsPerSecond === null ? [] : [{ realmId: id, eventsPerSecond }];
  });
  return { limits };
}
