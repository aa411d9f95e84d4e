import type { Caller } from "@team-chat/identity";
import type { Connection } from "@team-chat/pg";

import { userIdOfApiEmail } from "../../policies/accounts/api-email.ts";
import { maySeeEmail } from "../../policies/accounts/email-visibility.ts";
import { existing } from "../../policies/accounts/targets.ts";
import { type Account, findAccount, findAccountByEmail } from "../../queries/accounts/accounts.ts";

/**
 * Loads the user with the API address, or with the real address when the caller may see it
 * (docs/behaviour/users.md#finding-users).
 * @throws BAD_REQUEST, the same whether the address is unknown or hidden
 */
export async function loadAddressedUser(
  db: Connection,
  caller: Caller,
  { email, hostname }: { readonly email: string; readonly hostname: string },
): Promise<Account> {
  const id = userIdOfApiEmail(email, hostname);
  if (id !== null) return existing(await findAccount(db, caller.realm.id, id));
  const user = existing(await findAccountByEmail(db, caller.realm.id, email.trim()));
  return existing(maySeeEmail(caller, user) ? user : null);
}
