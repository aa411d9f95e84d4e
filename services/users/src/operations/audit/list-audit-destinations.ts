import type { listAuditDestinations as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkOwner } from "../../policies/accounts/targets.ts";
import { presentDestination } from "../../present/audit/destination.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { listDestinationRows } from "../../queries/audit/destinations.ts";

/** Lists the servers that the audit log is sent to. */
export async function listAuditDestinations(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  checkOwner(await loadAccount(ctx.db, realmId, caller.userId));
  const rows = await listDestinationRows(ctx.db, realmId);
  return { destinations: rows.map((row) => presentDestination(realmId, row)) };
}
