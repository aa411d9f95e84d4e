import type { createAuditDestination as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkOwner } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { addDestination } from "../../workflows/audit/change-destinations.ts";

/** Has the audit log sent to a server (docs/behaviour/audit.md#sending). */
export function createAuditDestination(
  ctx: Context,
  caller: Caller,
  given: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { realm, userId } = caller;
  return addDestination(ctx, realm, {
    given,
    check: async (db) => {
      checkOwner(await loadAccount(db, realm.id, userId));
    },
  });
}
