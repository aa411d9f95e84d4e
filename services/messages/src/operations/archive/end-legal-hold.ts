import type { endLegalHold as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayHold } from "../../policies/archive/legal-holds.ts";
import { endHoldFor } from "../../workflows/holds/end-hold-for.ts";

/** Ends a legal hold (docs/behaviour/moderation.md#legal-holds). */
export async function endLegalHold(
  ctx: Context,
  caller: Caller,
  { hold_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const { actor, realmId } = await loadRealm(ctx, caller);
  checkMayHold(actor);
  await endHoldFor(ctx, { realmId, id }, { userId: actor.id });
  return {};
}
