import type { InputOf, listUsers as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentUnknownUser } from "../../present/unknown-user.ts";
import { presentUser } from "../../present/user.ts";
import { listAccounts } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { userForm } from "../../workflows/accounts/user-form.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/**
 * Lists everybody of the organization, also the deactivated, by id; whom the caller may not see is somebody unknown.
 */
export async function listUsers(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const sees = await loadSees(ctx, caller);
  const accounts = await listAccounts(ctx.db, caller.realm.id);
  const form = userForm(ctx, caller, input);
  const people = accounts.filter(({ isSystemBot }) => !isSystemBot);
  if (people.every(sees)) return { members: people.map((account) => presentUser(account, form)) };
  const unknown = { ...form, createdAt: (await loadRealm(ctx.db, caller.realm.id)).createdAt };
  return {
    members: people.map((account) =>
      sees(account) ? presentUser(account, form) : presentUnknownUser(account.userId, unknown),
    ),
  };
}
