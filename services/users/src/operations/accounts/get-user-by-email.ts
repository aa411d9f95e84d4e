import type { getUserByEmail as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { seen } from "../../policies/accounts/targets.ts";
import { presentUser } from "../../present/user.ts";
import { loadAddressedUser } from "../../workflows/accounts/load-addressed-user.ts";
import { userForm } from "../../workflows/accounts/user-form.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Returns one user of the organization by an address that the caller may know. */
export async function getUserByEmail(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const form = userForm(ctx, caller, input);
  const address = { email: input.email, hostname: form.hostname };
  const sees = await loadSees(ctx, caller);
  const user = seen(await loadAddressedUser(ctx.db, caller, address), sees);
  return { user: presentUser(user, form) };
}
