import type { getUser as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { seen } from "../../policies/accounts/targets.ts";
import { presentUser } from "../../present/user.ts";
import { findAccount } from "../../queries/accounts/accounts.ts";
import { userForm } from "../../workflows/accounts/user-form.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Returns one user of the organization, also a deactivated one. */
export async function getUser(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const sees = await loadSees(ctx, caller);
  const user = seen(await findAccount(ctx.db, caller.realm.id, input.user_id), sees);
  return { user: presentUser(user, userForm(ctx, caller, input)) };
}
