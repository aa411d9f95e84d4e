import type { InputOf, removeBlockedAddress as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { unknownPattern } from "../../policies/organization/block-list.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { deleteBlocked } from "../../queries/organization/blocked-addresses.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Lets an address or a domain join again (docs/behaviour/organization.md#block-list). */
export async function removeBlockedAddress(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx }) => {
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    if (!(await deleteBlocked(tx, realmId, input.pattern.toLowerCase()))) throw unknownPattern();
  });
  return {};
}
