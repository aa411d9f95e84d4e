import type { OutputOf, regenerateOwnKey as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import { changeRealm } from "../changes/change-realm.ts";
import { replaceKey } from "../changes/replace-key.ts";
import type { Context } from "../context.ts";
import { loadAccount } from "../queries/accounts.ts";

/** Replaces the caller's key. */
export async function regenerateOwnKey(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const user = await loadAccount(tx, caller.realm.id, caller.userId);
    return { api_key: await replaceKey(await begin({ auth: true }), user) };
  });
}
