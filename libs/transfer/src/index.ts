export { type ImportedTable, insertImportedRows } from "./insert-rows.ts";
export { Moved, UnknownId } from "./moved.ts";
export { reserveIds } from "./reserve-ids.ts";
export type { Row } from "./row.ts";
