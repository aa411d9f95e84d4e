import type { DomainEvent } from "@team-chat/contract";
import type { Transaction } from "@team-chat/pg";

import type { OutboxRow } from "./rows.ts";

/** Adds an event to the transaction's bundle. */
export type Emit = (event: DomainEvent) => void;

/** Work of a transaction. */
export type TransactionWork<T> = (tx: Transaction, emit: Emit) => Promise<T>;

/** Result of the work, and the outbox rows that were written. */
export interface Outcome<T> {
  readonly result: T;
  readonly rows: readonly OutboxRow[];
}

/** Result of a transaction, with its events. */
export interface Committed<T> {
  readonly result: T;
  readonly events: readonly DomainEvent[];
}

/** A statement that commits by itself and returns the outbox rows it wrote. */
export type ExclusiveWork<T> = () => Promise<Outcome<T>>;
