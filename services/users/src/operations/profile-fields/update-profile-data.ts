import { type InputOf, roles, type updateProfileData as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { planProfile } from "../../workflows/accounts/plan-profile.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { setProfile } from "../../workflows/profile-fields/set-profile.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Fills in the caller's profile. */
export async function updateProfileData(
  ctx: Context,
  caller: Caller,
  { data }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  const sees = await loadSees(ctx, caller);
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const user = await loadAccount(tx, realmId, caller.userId);
    const check = (field: { readonly editable: boolean }) => {
      if (field.editable || user.role <= roles.administrator) return;
      throw new AppError(
        "BAD_REQUEST",
        "You are not allowed to change this field. Contact an administrator to update it.",
      );
    };
    const changes = await planProfile(tx, { realmId, user, given: data, sees, check });
    if (changes.length > 0) await setProfile(await begin({}), user, changes);
  });
  return {};
}
