import type { DomainEvent } from "@team-chat/contract";

import type { OutboxOptions } from "./outbox-options.ts";
import { insertBundle } from "./outbox-table.ts";
import { type OutboxRow, renderEvents } from "./rows.ts";
import type { Committed, Outcome, TransactionWork } from "./transaction-work.ts";

/** Steps of a transaction beside its work. */
interface Steps {
  /** Called before each try of the work, which runs again after a serialization failure. */
  readonly begin: () => void;
  /** Awaited after work that emitted something, before its events get a place in the order of the realm. */
  readonly order: () => Promise<void>;
}

/** Commits what the work did with the events that it emitted, and returns these and their outbox rows. */
export async function transact<T>(
  { check, db, onHistory }: Pick<OutboxOptions, "check" | "db" | "onHistory">,
  { realmId, work }: { readonly realmId: number; readonly work: TransactionWork<T> },
  steps?: Steps,
): Promise<Outcome<Committed<T>>> {
  const { rows, ...result } = await db.transaction(async (tx) => {
    steps?.begin();
    const events: DomainEvent[] = [];
    const returned = await work(tx, (event) => {
      check?.(event);
      events.push(event);
    });
    if (events.length > 0) await steps?.order();
    const written: OutboxRow[] = [];
    for (const content of renderEvents(events))
      written.push(await insertBundle(tx, realmId, content));
    return { result: returned, events, rows: written };
  });
  for (const { facts } of rows) onHistory?.(realmId, facts);
  return { result, rows };
}
