import { sql, type Transaction } from "@team-chat/pg";

import type { AccountRef } from "../accounts/account-lock.ts";

/** Writes all alert words of the user and stamps the account. */
export async function updateAlertWords(
  tx: Transaction,
  { realmId, userId }: AccountRef,
  { words, version }: { readonly words: readonly string[]; readonly version: number },
): Promise<void> {
  await tx.query(sql.unsafe`
    update account set alert_words = ${sql.array([...words], "text")}, version = ${version}
    where realm_id = ${realmId} and user_id = ${userId}
  `);
}

interface MutedUsers {
  readonly mutedUsers: readonly { readonly id: number; readonly timestamp: number }[];
  readonly version: number;
}

/** Writes everybody whom the user muted and stamps the account. */
export async function updateMutedUsers(
  tx: Transaction,
  { realmId, userId }: AccountRef,
  { mutedUsers, version }: MutedUsers,
): Promise<void> {
  await tx.query(sql.unsafe`
    update account set muted_users = ${JSON.stringify(mutedUsers)}::jsonb, version = ${version}
    where realm_id = ${realmId} and user_id = ${userId}
  `);
}
