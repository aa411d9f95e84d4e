import type { exportLegalHold as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayHold } from "../../policies/archive/legal-holds.ts";
import { askForExport } from "../../workflows/holds/ask-for-export.ts";

/** Has a legal hold exported for an owner (docs/legal-holds.md#asking-for-an-export). */
export async function exportLegalHold(
  ctx: Context,
  caller: Caller,
  { hold_id: holdId }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { actor, realmId } = await loadRealm(ctx, caller);
  checkMayHold(actor);
  const { id } = await askForExport(ctx, { realmId, holdId }, { userId: actor.id });
  return { id };
}
