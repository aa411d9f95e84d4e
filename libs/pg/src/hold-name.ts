import { sql } from "slonik";
import { z } from "zod";

import type { Database, Transaction } from "./database.ts";

/**
 * Holds a name that only one may have at a time, on one connection, as long as `use` runs; its holder may die at any
 * moment, and then nobody has it. Returns null without running it when another has the name.
 */
export function holdName<T>(db: Database, name: string, use: () => Promise<T>): Promise<T | null> {
  return holdTransaction(db, async (tx) => ((await takeName(tx, name)) ? name : null), use);
}

/** Takes a name until the transaction ends; false when another has it. */
export async function takeName(tx: Transaction, name: string): Promise<boolean> {
  // Nothing is asked on this connection while the name is held.
  await tx.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`);
  return tx.oneFirst(sql.type(z.object({ isMine: z.boolean() }))`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isMine"`);
}

/** Keeps a transaction open, with what `begin` took in it, as long as `use` runs, which does not when that is null. */
export async function holdTransaction<Held, T>(
  db: Database,
  begin: (tx: Transaction) => Promise<Held | null>,
  use: (held: Held) => Promise<T>,
): Promise<T | null> {
  const begun = Promise.withResolvers<Held | null>();
  const over = Promise.withResolvers<void>();
  const hold = async (tx: Transaction) => {
    begun.resolve(await begin(tx));
    await over.promise;
  };
  const holding = db.transaction(hold, 0);
  holding.catch(begun.reject);
  const held = await begun.promise;
  try {
    // Outside of the transaction, in which nobody may use other connections of the pool.
    return held === null ? null : await use(held);
  } finally {
    over.resolve();
    await holding;
  }
}
