import { authored } from "@team-chat/audit";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { type Holder, keyOf } from "../../values/holder.ts";

/**
 * Changes legal holds or their exports in a transaction of which the audit log says who did it; null for the server
 * itself. Nobody is told.
 */
export function changeHolds<T>(
  { db }: Pick<Context, "db">,
  by: Holder | null,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const operator = by === null ? null : keyOf(by);
  return authored(db, change, operator === null ? {} : { operator });
}
