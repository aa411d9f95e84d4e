import type { endUserSessions as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { deleteSessions } from "../../queries/authentication/sessions.ts";
import { loadAdministeredPerson } from "../../workflows/accounts/load-administered-person.ts";
import { shutOut } from "../../workflows/authentication/end-sessions.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Logs somebody out of all browsers (docs/behaviour/sessions.md#administration). */
export async function endUserSessions(
  ctx: Context,
  caller: Caller,
  { user_id: userId }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const sees = await loadSees(ctx, caller);
  await changeRealm(ctx, caller.realm, async ({ begin, tx }) => {
    await loadAdministeredPerson(tx, caller, { userId, sees });
    if (await deleteSessions(tx, { realmId: caller.realm.id, userId }, null))
      await shutOut(await begin({ auth: true }), userId);
  });
  return {};
}
