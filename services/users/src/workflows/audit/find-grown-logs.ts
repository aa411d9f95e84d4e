import { auditHeadsAtOnce, auditServices } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import { type IdleDestination, listIdle, markDue } from "../../queries/audit/sending.ts";
import { loadEnds } from "./load-ends.ts";

/**
 * Has entries sent to where they were not sent yet. Asks each service once for a thousand destinations; organizations
 * without one are not looked at. @throws SERVICE_UNAVAILABLE when a service does not answer
 */
export async function findGrownLogs(ctx: Context): Promise<void> {
  let after: IdleDestination | null = null;
  for (;;) {
    const page: readonly IdleDestination[] = await listIdle(ctx.db, {
      after,
      limit: auditHeadsAtOnce,
    });
    if (page.length > 0) await markThose(ctx, page);
    if (page.length < auditHeadsAtOnce) return;
    after = page.at(-1) ?? null;
  }
}

async function markThose(ctx: Context, page: readonly IdleDestination[]): Promise<void> {
  const endOf = await loadEnds(ctx, [...new Set(page.map(({ realmId }) => realmId))]);
  const found = page.filter(({ place, realmId }) => {
    const end = endOf(realmId);
    // A place behind the end, as after a restore, is news as well.
    return auditServices.some((service) => place[service] !== end[service]);
  });
  if (found.length > 0) await markDue(ctx.db, found, new Date(ctx.now()));
}
