import type { HoldExportRecord } from "@team-chat/contract";
import { checkRoom } from "@team-chat/policy";

import { isBeingExported, noHold } from "../../policies/archive/legal-holds.ts";
import { insertHoldExport, listHoldExportRows } from "../../queries/archive/hold-exports.ts";
import { findHold, lockHolds } from "../../queries/archive/legal-holds.ts";
import { type Holder, mayKnow } from "../../values/holder.ts";
import { changeHolds, type HoldChanging } from "./change-holds.ts";

/** Has a legal hold exported for an owner or an operator. @throws BAD_REQUEST */
export function askForExport(
  ctx: HoldChanging<HoldExportRecord>,
  { holdId, realmId }: { readonly realmId: number; readonly holdId: number },
  by: Holder,
): Promise<HoldExportRecord> {
  const nowMs = ctx.now();
  return changeHolds(ctx, by, async (tx) => {
    await lockHolds(tx, realmId, { alone: true });
    const hold = await findHold(tx, realmId, holdId);
    if (hold === null || !mayKnow(by, hold.begunBy)) throw noHold();
    const own = (await listHoldExportRows(tx, realmId)).filter(
      ({ askedBy }) => (askedBy === null) === "key" in by,
    );
    if (own.some(({ state }) => state === "waiting" || state === "running"))
      throw isBeingExported();
    checkRoom("legalHoldExports", own.length);
    return insertHoldExport(tx, { realmId, holdId, by, nowMs });
  });
}
