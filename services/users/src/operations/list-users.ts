import type { InputOf, listUsers as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { presentUser } from "../present/user.ts";
import { listAccounts } from "../queries/accounts.ts";
import { userForm } from "./user-form.ts";

/** Everybody of the organization, also the deactivated, by id. */
export async function listUsers(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const accounts = await listAccounts(ctx.db, caller.realm.id);
  const form = userForm(ctx, caller, input);
  const people = accounts.filter(({ isSystemBot }) => !isSystemBot);
  return { members: people.map((account) => presentUser(account, form)) };
}
