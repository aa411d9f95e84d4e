import type { checkImportRoom as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { checkQuotaCovers } from "@team-chat/policy";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../queries/organization/realms.ts";

/** Limits of which there is a number that stays. */
const kept = ["people", "guests", "bots", "outgoingWebhooks", "channels", "storedMib"] as const;

/** Refuses more than the plan of an organization allows (docs/hosting.md#plans). @throws BAD_REQUEST */
export async function checkImportRoom(
  { db, plans }: Context,
  _: Identity,
  { realmId, use }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const limits = plans.limitsOf(await loadRealm(db, realmId));
  for (const name of kept) checkQuotaCovers(name, { most: limits[name], used: use[name] });
  return {};
}
