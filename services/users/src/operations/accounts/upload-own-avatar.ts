import type { OutputOf, uploadOwnAvatar as contract } from "@team-chat/contract";
import type { RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import {
  checkAvatarSize,
  checkMayChangeAvatar,
  onlyAvatar,
} from "../../policies/accounts/avatars.ts";
import { checkedPicture } from "../../policies/accounts/pictures.ts";
import { newKey } from "../../policies/authentication/api-keys.ts";
import { avatarUrl } from "../../present/avatar.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { changeAvatar } from "../../workflows/accounts/change-avatar.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Gives the caller a picture. */
export async function uploadOwnAvatar(
  ...[ctx, caller, , request]: [Context, Caller, unknown, RequestFacts]
): Promise<OutputOf<typeof contract>> {
  const { id: realmId } = caller.realm;
  const bytes = onlyAvatar(request.files);
  const avatar_url = await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const own = await loadAccount(tx, realmId, caller.userId);
    checkMayChangeAvatar(own, completeSettings((await loadRealm(tx, realmId)).settings));
    checkAvatarSize(bytes);
    const { picture } = checkedPicture(bytes);
    const change = await begin({});
    const user = await changeAvatar(change, own, { ...picture, secret: newKey() });
    return avatarUrl(user, change.hostname);
  });
  return { avatar_url };
}
