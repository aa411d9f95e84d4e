import type { deleteOwnAvatar as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkMayChangeAvatar } from "../../policies/accounts/avatars.ts";
import { avatarUrl } from "../../present/avatar.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { changeAvatar } from "../../workflows/accounts/change-avatar.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

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
