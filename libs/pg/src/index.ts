export { type Connection, type Database, openDatabase, type Transaction } from "./database.ts";
export { GatheredReads } from "./gathered-reads.ts";
export { hotPool, type HotPool, preparedPool } from "./hot-pool.ts";
export { inSnapshot } from "./in-snapshot.ts";
export { type MigrateOptions, migrateService } from "./migrate.ts";
export { runPrepared } from "./prepared.ts";
export { statement } from "./statement.ts";
export { parseSnapshot, type Snapshot, snapshotSees } from "./snapshot.ts";
export { serviceDatabaseUrl } from "./service-url.ts";
export {
  InvalidInputError as InvalidInput,
  sql,
  UniqueIntegrityConstraintViolationError as UniqueViolation,
} from "slonik";
