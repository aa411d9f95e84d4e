import type { addBlockedAddress as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { checkedPattern } from "../../policies/organization/domains.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { countOfRealm } from "../../queries/accounts/counts.ts";
import { insertBlocked } from "../../queries/organization/blocked-addresses.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Lets an address, or a domain with its subdomains, not join (docs/behaviour/organization.md#block-list). */
export async function addBlockedAddress(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  return changeRealm(ctx, caller.realm, async ({ tx }) => {
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    const pattern = checkedPattern(input.pattern);
    checkRoom("blockedAddresses", await countOfRealm(tx, realmId, "blockedAddresses"));
    if (!(await insertBlocked(tx, realmId, { pattern, nowMs: ctx.now() })))
      throw new AppError("BAD_REQUEST", "This address or domain is blocked already.");
    return { pattern };
  });
}
