import path from "node:path";

export { deleteRealmByStep } from "./delete-realm.ts";
export type { Follower } from "./followers.ts";
export { isOutcomeUnknown } from "./commit-outcome.ts";
export { FollowUp, isRefusedForGood } from "./follow-up.ts";
export { lockedTransaction, lockRealm } from "./locked-transaction.ts";
export type { OutboxOptions } from "./outbox-options.ts";
export { openOutbox, type Outbox } from "./outbox.ts";
export { insertBundle, listRecentRealms } from "./outbox-table.ts";
export { type OutboxRow, renderEvents, type RowContent } from "./rows.ts";
export type { Emit, ExclusiveWork, TransactionWork } from "./transaction-work.ts";

/** The folder of migrations that every service with an outbox runs before its own. */
export const outboxMigrations = path.join(import.meta.dirname, "../migrations");
