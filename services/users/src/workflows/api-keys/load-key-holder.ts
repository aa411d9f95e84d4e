import type { Caller } from "@team-chat/identity";
import type { Connection } from "@team-chat/pg";

import { seen } from "../../policies/accounts/targets.ts";
import { checkMayCreateKey, checkMayManageKeys } from "../../policies/authentication/named-keys.ts";
import type { Sees } from "../../policies/visibility/visibility.ts";
import { type Account, findAccount, loadAccount } from "../../queries/accounts/accounts.ts";

interface Asked {
  readonly userId: number;
  /** Tells whether the caller may see a user. */
  readonly sees: Sees;
  readonly purpose: "create" | "manage";
}

/**
 * Loads the account whose keys somebody wants to manage, or to add one to.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL
 */
export async function loadKeyHolder(
  db: Connection,
  { realm, userId: actorId }: Caller,
  { purpose, sees, userId }: Asked,
): Promise<Account> {
  const actor = await loadAccount(db, realm.id, actorId);
  const holder = seen(await findAccount(db, realm.id, userId), sees);
  if (purpose === "create") checkMayCreateKey(actor, holder);
  else checkMayManageKeys(actor, holder);
  return holder;
}
