import type { listScimTokens as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkOwner } from "../../policies/accounts/targets.ts";
import { presentScimToken } from "../../present/scim/token.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { listTokenRows } from "../../queries/scim/tokens.ts";

/** Lists the tokens for SCIM. */
export async function listScimTokens(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  checkOwner(await loadAccount(ctx.db, realmId, caller.userId));
  return { scim_tokens: (await listTokenRows(ctx.db, realmId)).map(presentScimToken) };
}
