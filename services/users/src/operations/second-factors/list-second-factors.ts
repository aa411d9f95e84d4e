import type { listSecondFactors as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { listFactorFacts } from "../../queries/second-factors/factor-facts.ts";
import { deadlineIn } from "../../workflows/second-factors/find-deadline.ts";

/** Tells administrators who has a second factor (docs/behaviour/second-factors.md#administration). */
export async function listSecondFactors(
  { db }: Context,
  { realm: { id: realmId }, userId }: Caller,
): Promise<OutputOf<typeof contract>> {
  checkAdministrator(await loadAccount(db, realmId, userId));
  const realm = await loadRealm(db, realmId);
  const users = (await listFactorFacts(db, realmId)).map((facts) => {
    const deadline = deadlineIn(realm, facts);
    return {
      user_id: facts.userId,
      has_second_factor: facts.hasSecondFactor,
      required_by: deadline && Math.floor(deadline / 1000),
    };
  });
  return { users };
}
