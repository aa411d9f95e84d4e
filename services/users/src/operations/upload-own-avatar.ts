import type { OutputOf, uploadOwnAvatar as contract } from "@team-chat/contract";
import type { RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import { changeAvatar } from "../changes/change-avatar.ts";
import { changeRealm } from "../changes/change-realm.ts";
import type { Context } from "../context.ts";
import { newKey } from "../policies/api-keys.ts";
import { checkAvatarSize, checkMayChangeAvatar, onlyAvatar } from "../policies/avatars.ts";
import { checkedPicture } from "../policies/pictures.ts";
import { avatarUrl } from "../present/avatar.ts";
import { completeSettings } from "../present/realm-values.ts";
import { loadAccount } from "../queries/accounts.ts";
import { loadRealm } from "../queries/realms.ts";

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
