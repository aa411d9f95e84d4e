import type { getRealmPresence as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { presentPresences } from "../present/presences.ts";

const defaultDays = 14;

/** Everybody's presence in the older form. */
export async function getRealmPresence(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const view = await ctx.realms.current(caller.realm.id);
  const presence = await ctx.presence.of(caller.realm.id);
  const hostname = ctx.sites.hostnameOf(caller.realm.subdomain);
  const { presences, server_timestamp } = presentPresences(
    { view, presence, hostname },
    { isSlim: false, since: -1, historyDays: defaultDays },
  );
  return { presences: presences as OutputOf<typeof contract>["presences"], server_timestamp };
}
