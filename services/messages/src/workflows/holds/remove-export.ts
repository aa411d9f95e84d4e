import { checkEnded } from "../../policies/archive/legal-holds.ts";
import { lockHoldExport } from "../../queries/archive/hold-exports.ts";
import { type Holder, mayKnow } from "../../values/holder.ts";
import { changeHolds, type HoldChanging } from "./change-holds.ts";
import { deleteHoldExport } from "./delete-hold-export.ts";

/** Deletes an export that has ended, with its archive, for an owner or an operator. @throws BAD_REQUEST */
export function removeExport(
  ctx: HoldChanging<void>,
  { id, realmId }: { readonly realmId: number; readonly id: number },
  by: Holder,
): Promise<void> {
  const nowMs = ctx.now();
  return changeHolds(ctx, by, async (tx) => {
    const found = await lockHoldExport(tx, { realmId, id });
    checkEnded(found !== null && mayKnow(by, found.askedBy) ? found : null);
    await deleteHoldExport(tx, { of: "legal_hold", realmId, id }, nowMs);
  });
}
