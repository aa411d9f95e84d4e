import { AppError } from "@team-chat/errors";
import type { Connection } from "@team-chat/pg";

import { type Account, findAccountByEmail } from "../queries/accounts/accounts.ts";

/** Finds the account of a person, deactivated or not, by its address. @throws BAD_REQUEST */
export async function findPerson(db: Connection, realmId: number, email: string): Promise<Account> {
  const account = await findAccountByEmail(db, realmId, email);
  if (account !== null && !account.isBot) return account;
  throw new AppError("BAD_REQUEST", `There is no account of a person '${email}'.`);
}
