import type { InputOf, updateAuditDestination as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkOwner } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { changeDestination } from "../../workflows/audit/change-destinations.ts";

/** Changes where the audit log is sent to. */
export async function updateAuditDestination(
  ctx: Context,
  caller: Caller,
  { destination_id: id, is_paused: isPaused, ...given }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const { realm, userId } = caller;
  await changeDestination(ctx, realm, {
    id,
    given: { ...given, isPaused },
    check: async (tx) => {
      checkOwner(await loadAccount(tx, realm.id, userId));
    },
  });
  return {};
}
