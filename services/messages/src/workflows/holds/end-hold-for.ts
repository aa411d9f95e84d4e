import { isNotOn } from "../../policies/archive/legal-holds.ts";
import { endHold, lockHolds } from "../../queries/archive/legal-holds.ts";
import type { Holder } from "../../values/holder.ts";
import { changeHolds, type HoldChanging } from "./change-holds.ts";

/** Ends a legal hold for an owner or an operator. @throws BAD_REQUEST when none is on of which they know */
export function endHoldFor(
  ctx: HoldChanging<void>,
  { id, realmId }: { readonly realmId: number; readonly id: number },
  by: Holder,
): Promise<void> {
  const nowMs = ctx.now();
  return changeHolds(ctx, by, async (tx) => {
    await lockHolds(tx, realmId, { alone: true });
    if (!(await endHold(tx, realmId, { id, by, nowMs }))) throw isNotOn();
  });
}
