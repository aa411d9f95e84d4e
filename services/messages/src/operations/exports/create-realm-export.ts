import type { createRealmExport as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkExport, checkMayExport, periodMs, underWay } from "../../policies/exports.ts";
import { listExportRows } from "../../queries/exports/realm-exports.ts";
import { requestExport } from "../../workflows/exports/request-export.ts";

/** Has the organization exported for an administrator (docs/behaviour/organization.md#exports). */
export async function createRealmExport(
  ctx: Context,
  caller: Caller,
  { export_type: type }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { actor, realmId } = await loadRealm(ctx, caller);
  checkMayExport(actor);
  const rows = await listExportRows(ctx.db, realmId);
  const since = (ctx.now() - periodMs) / 1000;
  checkExport(type, {
    inPeriod: rows.filter((row) => row.actingUserId !== null && row.requestedAt > since).length,
    isOpen: rows.some(({ state }) => state === "waiting" || state === "running"),
  });
  const begun = await requestExport(ctx, { realmId, type, actingUserId: actor.id });
  if (begun === null) throw underWay();
  return { id: begun.id };
}
