import { authored } from "@team-chat/audit";
import type { endLegalHold as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayHold, isNotOn } from "../../policies/archive/legal-holds.ts";
import { endHold, lockHolds } from "../../queries/archive/legal-holds.ts";

/** Ends a legal hold (docs/behaviour/moderation.md#legal-holds). */
export async function endLegalHold(
  ctx: Context,
  caller: Caller,
  { hold_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const { actor, realmId } = await loadRealm(ctx, caller);
  checkMayHold(actor);
  await authored(ctx.db, async (tx) => {
    await lockHolds(tx, realmId, { alone: true });
    if (!(await endHold(tx, realmId, { id, endedBy: actor.id, nowMs: ctx.now() }))) throw isNotOn();
  });
  return {};
}
