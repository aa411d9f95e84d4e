import { roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Transaction } from "@team-chat/pg";

import { countActiveHumans } from "../../queries/accounts/accounts.ts";

/** Called when an active owner is about to go. @throws CANNOT_DEACTIVATE_LAST_USER when nobody else is one */
export async function checkNotLastOwner(tx: Transaction, realmId: number): Promise<void> {
  if ((await countActiveHumans(tx, realmId, roles.owner)) > 1) return;
  throw new AppError(
    "CANNOT_DEACTIVATE_LAST_USER",
    "Cannot deactivate the only organization owner.",
    { details: { is_last_owner: true, entity: "organization owner" } },
  );
}
