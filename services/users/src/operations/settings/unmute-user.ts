import type { InputOf, unmuteUser as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { seen } from "../../policies/accounts/targets.ts";
import { findAccount, loadAccount } from "../../queries/accounts/accounts.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { setMutedUsers } from "../../workflows/settings/set-attention.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Lets the caller see another user as before, also one who is not visible any more. */
export async function unmuteUser(
  ctx: Context,
  caller: Caller,
  { muted_user_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const sees = await loadSees(ctx, caller);
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const own = await loadAccount(tx, caller.realm.id, caller.userId);
    const rest = own.mutedUsers.filter((muted) => muted.id !== id);
    if (rest.length === own.mutedUsers.length) {
      seen(await findAccount(tx, caller.realm.id, id), sees);
      throw new AppError("BAD_REQUEST", "User is not muted");
    }
    await setMutedUsers(await begin({}), own, rest);
  });
  return {};
}
