import type { deleteScimToken as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkOwner } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { removeScimToken } from "../../workflows/scim/change-tokens.ts";

/** Ends a token for SCIM. */
export async function deleteScimToken(
  ctx: Context,
  caller: Caller,
  { token_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const { realm, userId } = caller;
  await removeScimToken(ctx, realm, {
    id,
    check: async (tx) => {
      checkOwner(await loadAccount(tx, realm.id, userId));
    },
  });
  return {};
}
