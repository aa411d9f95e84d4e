import type { listBlockedAddresses as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { listBlockedRows } from "../../queries/organization/blocked-addresses.ts";

/** Lists who may not join (docs/behaviour/organization.md#block-list). */
export async function listBlockedAddresses(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  checkAdministrator(await loadAccount(ctx.db, realmId, caller.userId));
  const rows = await listBlockedRows(ctx.db, realmId);
  return {
    blocked_addresses: rows.map(({ blockedAt, pattern }) => ({ pattern, blocked_at: blockedAt })),
  };
}
