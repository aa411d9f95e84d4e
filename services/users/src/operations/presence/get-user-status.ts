import type { getUserStatus as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { seen } from "../../policies/accounts/targets.ts";
import { presentStatus } from "../../present/user-status.ts";
import { findAccount } from "../../queries/accounts/accounts.ts";
import { findStatus } from "../../queries/presence/user-statuses.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Returns the status that a user shows beside the name. */
export async function getUserStatus(
  ctx: Context,
  caller: Caller,
  { user_id: userId }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  seen(await findAccount(ctx.db, realmId, userId), await loadSees(ctx, caller));
  const status = await findStatus(ctx.db, { realmId, userId });
  return { status: presentStatus(status ?? {}) };
}
