import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

/**
 * A transaction that changes messages. It holds the realm's commit gate from its beginning (`gateFirst`), so
 * that it and a send never wait for each other crosswise.
 */
export interface GatedTransaction {
  readonly tx: Transaction;
  /** Adds an event to the transaction's bundle. */
  readonly emit: Emit;
}
