import type { listRealmExports as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayExport } from "../../policies/exports.ts";
import { presentExport } from "../../present/export.ts";
import { listExportRows } from "../../queries/exports/realm-exports.ts";

/** Lists exports of the organization for an administrator (docs/behaviour/organization.md#exports). */
export async function listRealmExports(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const { actor, realmId, users } = await loadRealm(ctx, caller);
  checkMayExport(actor);
  const rows = await listExportRows(ctx.db, realmId);
  return { exports: rows.map((row) => presentExport(row, users)) };
}
