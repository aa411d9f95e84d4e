import type { OutputOf, uploadOwnAvatar as contract } from "@team-chat/contract";
import type { RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";
import type { Connection } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { checkMayChangeAvatar, onlyAvatar } from "../../policies/accounts/avatars.ts";
import { avatarUrl } from "../../present/avatar.ts";
import { type Account, loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { changeAvatar } from "../../workflows/accounts/change-avatar.ts";
import { scaledAvatar } from "../../workflows/accounts/scaled-avatar.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Gives the caller a picture. */
export async function uploadOwnAvatar(
  ...[ctx, caller, , request]: [Context, Caller, unknown, RequestFacts]
): Promise<OutputOf<typeof contract>> {
  const bytes = onlyAvatar(request.files);
  await loadPermitted(ctx.db, caller);
  const picture = await scaledAvatar(ctx, bytes);
  const avatar_url = await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const own = await loadPermitted(tx, caller);
    const change = await begin({});
    const user = await changeAvatar(change, own, picture);
    return avatarUrl(user, change.hostname);
  });
  return { avatar_url };
}

/** Loads the caller's account. @throws BAD_REQUEST unless the caller may change its picture */
async function loadPermitted(db: Connection, { realm, userId }: Caller): Promise<Account> {
  const own = await loadAccount(db, realm.id, userId);
  checkMayChangeAvatar(own, completeSettings((await loadRealm(db, realm.id)).settings));
  return own;
}
