import { saidAuthor } from "@team-chat/audit";
import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { Outbox } from "./outbox.ts";
import type { TransactionWork } from "./transaction-work.ts";

const row = z.object({ version: z.number() });

/**
 * Runs a transaction in which nothing else changes the realm, so that what `work` reads stays true while it decides.
 * @throws SERVICE_UNAVAILABLE when another process keeps the realm's lease
 */
export function lockedTransaction<T>(
  outbox: Pick<Outbox, "transaction">,
  realmId: number,
  work: TransactionWork<T>,
): Promise<T> {
  return outbox.transaction(realmId, async (tx, emit) => {
    await lockRealm(tx, realmId);
    return work(tx, emit);
  });
}

/**
 * Lets no other transaction change the realm until this one ends, by the realm's row in the service's table
 * `realm_version`, which is made when it is missing. Says who acts, for the audit log.
 */
export async function lockRealm(tx: Transaction, realmId: number): Promise<void> {
  const lock = sql.type(row)`
    select version, ${saidAuthor()} from realm_version where realm_id = ${realmId} for update`;
  if (await tx.maybeOne(lock)) return;
  await tx.query(
    sql.unsafe`insert into realm_version (realm_id, version) values (${realmId}, 0) on conflict do nothing`,
  );
  await tx.one(lock);
}
