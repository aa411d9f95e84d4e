import { createRealmExport } from "./create-realm-export.ts";
import { deleteRealmExport } from "./delete-realm-export.ts";
import { getRealmExportArchive } from "./get-realm-export-archive.ts";
import { listExportConsents } from "./list-export-consents.ts";
import { listRealmExports } from "./list-realm-exports.ts";

export * from "../internal/exports.ts";
export type { ExportObject } from "./export-object.ts";
export {
  createRealmExport,
  deleteRealmExport,
  getRealmExportArchive,
  listExportConsents,
  listRealmExports,
};

export const exportsOperations = [
  createRealmExport,
  listRealmExports,
  listExportConsents,
  deleteRealmExport,
  getRealmExportArchive,
] as const;
