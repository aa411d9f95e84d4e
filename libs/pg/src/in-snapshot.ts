import { sql } from "slonik";
import { z } from "zod";

import type { Database, Transaction } from "./database.ts";

/**
 * Reads everything of one moment; the second argument of `read` is that moment as `pg_current_snapshot()`. Nothing can
 * be written.
 */
export function inSnapshot<T>(
  db: Database,
  read: (tx: Transaction, snapshot: string) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`);
    const snapshot = await tx.oneFirst(
      sql.type(z.object({ snapshot: z.string() }))`select pg_current_snapshot()::text as snapshot`,
    );
    return read(tx, snapshot);
  });
}
