export { type Connection, type Database, openDatabase, type Transaction } from "./database.ts";
export { type Fragment } from "./fragment.ts";
export { isDataException } from "./data-exception.ts";
export { databaseErrors } from "./database-errors.ts";
export {
  type ExportedPage,
  type ExportedTable,
  type ExportPart,
  type HeldSnapshot,
  holdSnapshot,
  inHeldSnapshot,
  readExportedPage,
  readPersonPage,
} from "./exported-table.ts";
export { holdName } from "./hold-name.ts";
export { hotPool, type HotPool, type HotPoolOptions, preparedPool } from "./hot-pool.ts";
export { ServicePools } from "./service-pools.ts";
export { type PoolMeasuring } from "./pool-metrics.ts";
export { type PoolLimits } from "./limits.ts";
export { inSnapshot } from "./in-snapshot.ts";
export { type MigrateOptions, migrateService } from "./migrating/migrate-service.ts";
export { countPersonRows, deletePersonRows, listPersonTables } from "./person-rows.ts";
export {
  countRealmRows,
  type DeletedPart,
  deleteRealmRows,
  listRealmTables,
  type RowCount,
} from "./realm-rows.ts";
export { runPrepared } from "./prepared.ts";
export { statement } from "./statement.ts";
export { parseSnapshot, type Snapshot, snapshotSees } from "./snapshot.ts";
export { serviceDatabaseUrl } from "./service-url.ts";
export { VersionLookUp } from "./version-look-up.ts";
export { sql, UniqueIntegrityConstraintViolationError as UniqueViolation } from "slonik";
