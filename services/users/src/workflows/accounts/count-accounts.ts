import { botTypes, roles } from "@team-chat/contract";
import { checkQuota, type QuotaName } from "@team-chat/policy";

import { countAccounts, upsertAccountDay } from "../../queries/accounts/account-days.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import type { Change } from "../change.ts";

type Counted = Pick<Account, "isBot" | "isSystemBot" | "botType" | "role">;

/**
 * Counts the active accounts after some came, went or changed their kind, and keeps their numbers. Those that came are
 * refused when there are too many of them by now. @throws BAD_REQUEST
 */
export async function countAccountsAfter(
  change: Change,
  { came }: { readonly came: Counted | null },
): Promise<void> {
  const { realmId, tx } = change;
  const counts = await countAccounts(tx, realmId);
  if (came !== null) {
    const quotas = change.plans.quotasOf(await loadRealm(tx, realmId));
    for (const of of quotasFor(came)) checkQuota(of, { most: quotas[of], used: counts[of] - 1 });
  }
  await upsertAccountDay(tx, change, counts);
}

type AccountQuota = Extract<QuotaName, "people" | "guests" | "bots" | "outgoingWebhooks">;

function quotasFor({ botType, isBot, isSystemBot, role }: Counted): readonly AccountQuota[] {
  if (isSystemBot) return [];
  if (!isBot) return [role === roles.guest ? "guests" : "people"];
  return botType === botTypes.outgoingWebhook ? ["bots", "outgoingWebhooks"] : ["bots"];
}
