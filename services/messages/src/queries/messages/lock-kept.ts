import { sql, type Transaction } from "@team-chat/pg";

/**
 * Lets transactions that count what is kept for the user and then add to it run one after the other, until this one
 * ends.
 */
export async function lockKept(
  tx: Transaction,
  { realmId, userId }: { readonly realmId: number; readonly userId: number },
): Promise<void> {
  await tx.query(sql.unsafe`
    select pg_advisory_xact_lock(hashtextextended(${`kept for ${realmId} ${userId}`}, 0))`);
}
