import type { getRealmPresence as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentPresences } from "../../present/presences.ts";
import { loadVisibility } from "../../workflows/visibility/load-visibility.ts";

const defaultDays = 14;

/** Returns the presence of everybody whom the caller sees, in the older form. */
export async function getRealmPresence(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const { view, sees } = await loadVisibility(ctx, caller);
  const presence = await ctx.presence.of(caller.realm.id);
  const hostname = ctx.sites.hostnameOf(caller.realm.subdomain);
  const { presences, server_timestamp } = presentPresences(
    { view, presence, hostname, sees, nowMs: ctx.now() },
    { isSlim: false, since: -1, historyDays: defaultDays },
  );
  return { presences: presences as OutputOf<typeof contract>["presences"], server_timestamp };
}
