import type { deleteLegalHoldExport as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayHold } from "../../policies/archive/legal-holds.ts";
import { removeExport } from "../../workflows/holds/remove-export.ts";

/** Deletes an export of a legal hold for an owner (docs/legal-holds.md#asking-for-an-export). */
export async function deleteLegalHoldExport(
  ctx: Context,
  caller: Caller,
  { export_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const { actor, realmId } = await loadRealm(ctx, caller);
  checkMayHold(actor);
  await removeExport(ctx, { realmId, id }, { userId: actor.id });
  return {};
}
