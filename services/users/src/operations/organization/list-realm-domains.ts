import type { listRealmDomains as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentDomain } from "../../present/domain.ts";
import { listDomainRows } from "../../queries/organization/realm-domains.ts";

/** Lists the organization's domains. */
export async function listRealmDomains(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const rows = await listDomainRows(ctx.db, caller.realm.id);
  return { domains: rows.map(presentDomain) };
}
