import path from "node:path";

export { FollowUp, isRefusedForGood } from "./follow-up.ts";
export {
  type Emit,
  type ExclusiveWork,
  openOutbox,
  type Outbox,
  type OutboxOptions,
  type TransactionWork,
} from "./outbox.ts";
export { insertBundle } from "./outbox-table.ts";
export { type OutboxRow, renderEvents } from "./rows.ts";

/** The folder of migrations that every service with an outbox runs before its own. */
export const outboxMigrations = path.join(import.meta.dirname, "../migrations");
