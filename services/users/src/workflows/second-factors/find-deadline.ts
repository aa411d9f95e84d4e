import type { Connection } from "@team-chat/pg";

import { takesDirectory, takesPasswords } from "../../policies/authentication/methods.ts";
import { type FactorFacts, factorDeadline } from "../../policies/second-factors/requirement.ts";
import type { AccountRef } from "../../queries/accounts/account-lock.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import { loadFactorFacts } from "../../queries/second-factors/factor-facts.ts";
import { completeSettings } from "../../values/realm-settings.ts";

/**
 * Finds until when the account must have a second factor, in ms since 1970; null when none is required of it or it has
 * one.
 */
export async function findDeadline(db: Connection, own: AccountRef): Promise<number | null> {
  const realm = await loadRealm(db, own.realmId);
  if (realm.secondFactorSince === null) return null;
  return deadlineIn(realm, await loadFactorFacts(db, own));
}

/** Returns the deadline of an account of the organization. */
export function deadlineIn(
  realm: RealmRow,
  { isOfDirectory, ...facts }: FactorFacts & { readonly isOfDirectory: boolean },
): number | null {
  const settings = completeSettings(realm.settings);
  const hasPassword =
    (facts.hasPassword && takesPasswords(settings)) ||
    (isOfDirectory && takesDirectory(settings, realm));
  return factorDeadline({ ...realm, settings }, { ...facts, hasPassword });
}
