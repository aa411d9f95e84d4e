import type { deleteAuditDestination as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkOwner } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { removeDestination } from "../../workflows/audit/change-destinations.ts";

/** Has the audit log sent to a server no more. */
export async function deleteAuditDestination(
  ctx: Context,
  caller: Caller,
  { destination_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const { realm, userId } = caller;
  await removeDestination(ctx, realm, {
    id,
    check: async (tx) => {
      checkOwner(await loadAccount(tx, realm.id, userId));
    },
  });
  return {};
}
