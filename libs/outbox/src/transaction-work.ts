import type { DomainEvent } from "@team-chat/contract";
import type { Transaction } from "@team-chat/pg";

import type { OutboxRow } from "./rows.ts";

/** Adds an event to the transaction's bundle. */
export type Emit = (event: DomainEvent) => void;

/** What happens in a transaction. */
export type TransactionWork<T> = (tx: Transaction, emit: Emit) => Promise<T>;

/** What was done, and the outbox rows that were written. */
interface Outcome<T> {
  readonly result: T;
  readonly rows: readonly OutboxRow[];
}

/** The same of a transaction, with its events. */
export interface Committed<T> extends Outcome<T> {
  readonly events: readonly DomainEvent[];
}

/** A statement that commits by itself and returns the outbox rows it wrote. */
export type ExclusiveWork<T> = () => Promise<Outcome<T>>;
