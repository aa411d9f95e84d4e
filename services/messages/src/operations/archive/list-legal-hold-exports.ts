import type { listLegalHoldExports as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayHold } from "../../policies/archive/legal-holds.ts";
import { presentHoldExport } from "../../present/hold-export.ts";
import { listHoldExportRows } from "../../queries/archive/hold-exports.ts";

/** Lists exports of legal holds for an owner (docs/legal-holds.md#asking-for-an-export). */
export async function listLegalHoldExports(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const { actor, realmId, users } = await loadRealm(ctx, caller);
  checkMayHold(actor);
  const nowMs = ctx.now();
  const addressOf = (id: number) => {
    const token = ctx.archiveTokens.sign([realmId, id, actor.id], nowMs);
    return `${users.realm?.url ?? ""}/api/v1/legal_holds/archives/${token}`;
  };
  const rows = await listHoldExportRows(ctx.db, realmId);
  return { legal_hold_exports: rows.flatMap((row) => presentHoldExport(row, addressOf)) };
}
