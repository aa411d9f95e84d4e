import { beginLegalHold } from "./begin-legal-hold.ts";
import { deleteLegalHoldExport } from "./delete-legal-hold-export.ts";
import { endLegalHold } from "./end-legal-hold.ts";
import { exportLegalHold } from "./export-legal-hold.ts";
import { getLegalHoldArchive } from "./get-legal-hold-archive.ts";
import { listExportKeys } from "./list-export-keys.ts";
import { listLegalHoldExports } from "./list-legal-hold-exports.ts";
import { listLegalHolds } from "./list-legal-holds.ts";
import { listMessageDeletions } from "./list-message-deletions.ts";
import { restoreMessages } from "./restore-messages.ts";

export { deletionReasons } from "./deletion-reasons.ts";
export { type HoldExportObject, holdExportStates } from "./hold-export-object.ts";
export {
  beginLegalHold,
  deleteLegalHoldExport,
  endLegalHold,
  exportLegalHold,
  getLegalHoldArchive,
  listExportKeys,
  listLegalHoldExports,
  listLegalHolds,
  listMessageDeletions,
  restoreMessages,
};

export const archiveOperations = [
  listMessageDeletions,
  restoreMessages,
  listLegalHolds,
  beginLegalHold,
  endLegalHold,
  exportLegalHold,
  listLegalHoldExports,
  deleteLegalHoldExport,
  getLegalHoldArchive,
  listExportKeys,
] as const;
