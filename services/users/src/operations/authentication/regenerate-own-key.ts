import type { OutputOf, regenerateOwnKey as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { replaceKey } from "../../workflows/authentication/replace-key.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Replaces the caller's key, and ends all sessions but the one in which that is asked for. */
export async function regenerateOwnKey(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const user = await loadAccount(tx, caller.realm.id, caller.userId);
    const change = await begin({ auth: true });
    return { api_key: await replaceKey(change, user, caller.sessionId ?? null) };
  });
}
