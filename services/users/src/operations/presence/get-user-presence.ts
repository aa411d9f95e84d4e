import type { getUserPresence as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { offlineAfterMs } from "../../domain/presence/seen.ts";
import { existing, seen } from "../../policies/accounts/targets.ts";
import { presentLegacy } from "../../present/presence.ts";
import { type Account, findAccount } from "../../queries/accounts/accounts.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { loadAddressedUser } from "../../workflows/accounts/load-addressed-user.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Returns the times at which somebody was last seen. */
export async function getUserPresence(
  ctx: Context,
  caller: Caller,
  { user_id_or_email: who }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const user = await loadUser(ctx, caller, who);
  if (user.isBot) throw new AppError("BAD_REQUEST", "Presence is not supported for bot users.");
  const { realm } = await ctx.realms.current(caller.realm.id);
  const presence = (await ctx.presence.of(caller.realm.id)).find(user.userId);
  if (presence === undefined || completeSettings(realm.settings).presence_disabled)
    throw new AppError("BAD_REQUEST", `No presence data for ${who}`);
  const { aggregated, website } = presentLegacy(presence);
  const isGone = ctx.now() - Math.max(presence.activeAt, presence.connectedAt) > offlineAfterMs;
  return {
    presence: {
      aggregated: {
        status: isGone ? "offline" : aggregated.status,
        timestamp: aggregated.timestamp,
      },
      website: { status: website.status, timestamp: website.timestamp },
    },
  };
}

async function loadUser(ctx: Context, caller: Caller, who: string): Promise<Account> {
  const { id: realmId, subdomain } = caller.realm;
  const found = /^\d{1,15}$/.test(who)
    ? existing(await findAccount(ctx.db, realmId, Number(who)))
    : await loadAddressedUser(ctx.db, caller, {
        email: who,
        hostname: ctx.sites.hostnameOf(subdomain),
      });
  return seen(found.isActive ? found : null, await loadSees(ctx, caller));
}
