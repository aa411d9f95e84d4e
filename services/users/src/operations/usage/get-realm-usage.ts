import {
  type getRealmUsage as contract,
  type InputOf,
  type OutputOf,
  presentLimits,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { countAccounts } from "../../queries/accounts/account-days.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { loadUsage } from "../../workflows/organization/load-usage.ts";
import { loadUseElsewhere } from "../../workflows/organization/load-use-elsewhere.ts";

const dayMs = 86_400_000;

/** Tells administrators what the organization may have and uses (docs/behaviour/organization.md#limits-and-usage). */
export async function getRealmUsage(
  ctx: Context,
  caller: Caller,
  { days }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  checkAdministrator(await loadAccount(ctx.db, realmId, caller.userId));
  const today = ctx.now();
  const [realm, counts, elsewhere, used] = await Promise.all([
    loadRealm(ctx.db, realmId),
    countAccounts(ctx.db, realmId),
    loadUseElsewhere(ctx, realmId),
    loadUsage(ctx, { realmId, from: dateOf(today - (days - 1) * dayMs), to: dateOf(today) }),
  ]);
  return {
    plan: realm.plan,
    limits: presentLimits(ctx.plans.limitsOf(realm)),
    used: {
      people: counts.people,
      guests: counts.guests,
      bots: counts.bots,
      outgoing_webhooks: counts.outgoingWebhooks,
      channels: elsewhere.channels,
      messages_per_day: used.at(-1)?.messages ?? 0,
      stored_mib: elsewhere.storedMib,
    },
    days: used,
  };
}

/** Returns the day of UTC. */
function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
