import { roles } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";

import { checkMayAdminister, checkOwner, existing, seen } from "../../policies/accounts/targets.ts";
import type { Sees } from "../../policies/visibility/visibility.ts";
import { type Account, findAccount, loadAccount } from "../../queries/accounts/accounts.ts";

interface Asked {
  readonly userId: number;
  /** Tells whom the caller sees. */
  readonly sees: Sees;
}

/**
 * Loads a person whose ways in an administrator changes; those of an owner are for owners alone.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL
 */
export async function loadAdministeredPerson(
  tx: Transaction,
  { realm, userId: actorId }: Caller,
  { sees, userId }: Asked,
): Promise<Account> {
  const actor = await loadAccount(tx, realm.id, actorId);
  const found = seen(await findAccount(tx, realm.id, userId), sees);
  const person = existing(found.isBot ? null : found);
  checkMayAdminister(actor, person);
  if (person.role === roles.owner) checkOwner(actor);
  return person;
}
