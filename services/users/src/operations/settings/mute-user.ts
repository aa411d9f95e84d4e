import type { InputOf, muteUser as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { seen } from "../../policies/accounts/targets.ts";
import { findAccount, loadAccount } from "../../queries/accounts/accounts.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { setMutedUsers } from "../../workflows/settings/set-attention.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Lets the caller see less of another user. */
export async function muteUser(
  ctx: Context,
  caller: Caller,
  { muted_user_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  if (id === caller.userId) throw new AppError("BAD_REQUEST", "Cannot mute self");
  const sees = await loadSees(ctx, caller);
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    seen(await findAccount(tx, caller.realm.id, id), sees);
    const own = await loadAccount(tx, caller.realm.id, caller.userId);
    if (own.mutedUsers.some((muted) => muted.id === id))
      throw new AppError("BAD_REQUEST", "User already muted");
    checkRoom("mutedUsersOfUser", own.mutedUsers.length);
    const muted = { id, timestamp: Math.floor(ctx.now() / 1000) };
    await setMutedUsers(await begin({}), own, [...own.mutedUsers, muted]);
  });
  return {};
}
