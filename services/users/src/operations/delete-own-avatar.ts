import type { deleteOwnAvatar as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import { changeAvatar } from "../changes/change-avatar.ts";
import { changeRealm } from "../changes/change-realm.ts";
import type { Context } from "../context.ts";
import { checkMayChangeAvatar } from "../policies/avatars.ts";
import { avatarUrl } from "../present/avatar.ts";
import { completeSettings } from "../present/realm-values.ts";
import { loadAccount } from "../queries/accounts.ts";
import { loadRealm } from "../queries/realms.ts";

/** Takes the caller's own picture away; without one nothing changes. */
export async function deleteOwnAvatar(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const { id: realmId, subdomain } = caller.realm;
  const user = await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const own = await loadAccount(tx, realmId, caller.userId);
    checkMayChangeAvatar(own, completeSettings((await loadRealm(tx, realmId)).settings));
    return own.avatarSource === "U" ? changeAvatar(await begin({}), own, null) : own;
  });
  return { avatar_url: avatarUrl(user, ctx.sites.hostnameOf(subdomain)) };
}
