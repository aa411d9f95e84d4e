import type { InputOf, resetSecondFactors as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { loadAdministeredPerson } from "../../workflows/accounts/load-administered-person.ts";
import { resetFactors } from "../../workflows/second-factors/reset-factors.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Removes the second factors of somebody who has lost them (docs/behaviour/second-factors.md#administration). */
export async function resetSecondFactors(
  ctx: Context,
  caller: Caller,
  { user_id: userId }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realm = await loadRealm(ctx.db, caller.realm.id);
  const sees = await loadSees(ctx, caller);
  await resetFactors(ctx, realm, (tx) => loadAdministeredPerson(tx, caller, { userId, sees }));
  return {};
}
