import { AppError } from "@team-chat/errors";
import type { Transaction } from "@team-chat/pg";

import { isEmailAddress } from "../../policies/accounts/names.ts";
import { checkAddressAllowed } from "../../policies/organization/domains.ts";
import { checkMayChangeOwnEmail } from "../../policies/settings/own-settings.ts";
import { type Account, findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { loadJoinRules } from "./load-join-rules.ts";

interface Wish {
  readonly realmId: number;
  readonly own: Account;
  readonly email: string;
}

/**
 * Checks that a user may have the address, when it is asked for and once more when it is confirmed; returns the
 * organization.
 * @throws BAD_REQUEST
 */
export async function checkOwnEmail(
  tx: Transaction,
  { realmId, own, email }: Wish,
): Promise<RealmRow> {
  const realm = await loadRealm(tx, realmId);
  const settings = completeSettings(realm.settings);
  checkMayChangeOwnEmail(own, settings);
  if (!isEmailAddress(email)) throw new AppError("BAD_REQUEST", "Invalid address.");
  checkAddressAllowed(email, await loadJoinRules(tx, realm, [email]));
  const holder = await findAccountByEmail(tx, realmId, email);
  if (holder !== null && holder.userId !== own.userId)
    throw new AppError("BAD_REQUEST", "Already has an account.");
  return realm;
}
