import type { endApiKey as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkKeyFound } from "../../policies/authentication/named-keys.ts";
import { deleteNamedKey } from "../../queries/authentication/named-keys.ts";
import { loadKeyHolder } from "../../workflows/api-keys/load-key-holder.ts";
import { shutOut } from "../../workflows/authentication/end-sessions.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Ends a key: it is refused from the commit on, and queues of the account end, in which somebody may wait with it. */
export async function endApiKey(
  ctx: Context,
  caller: Caller,
  { key_id: id, user_id: userId }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const sees = await loadSees(ctx, caller);
  await changeRealm(ctx, caller.realm, async ({ begin, tx }) => {
    await loadKeyHolder(tx, caller, { userId, sees, purpose: "manage" });
    checkKeyFound(await deleteNamedKey(tx, { realmId: caller.realm.id, userId }, id));
    await shutOut(await begin({ auth: true }), userId);
  });
  return {};
}
