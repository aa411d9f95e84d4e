import type { createScimToken as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkOwner } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { addScimToken } from "../../workflows/scim/change-tokens.ts";

/** Makes a token for SCIM, which is shown this once. */
export function createScimToken(
  ctx: Context,
  caller: Caller,
  { name }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { realm, userId } = caller;
  return addScimToken(ctx, realm, {
    name,
    check: async (tx) => {
      checkOwner(await loadAccount(tx, realm.id, userId));
    },
  });
}
