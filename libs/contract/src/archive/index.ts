import { beginLegalHold } from "./begin-legal-hold.ts";
import { endLegalHold } from "./end-legal-hold.ts";
import { listLegalHolds } from "./list-legal-holds.ts";
import { listMessageDeletions } from "./list-message-deletions.ts";
import { restoreMessages } from "./restore-messages.ts";

export { deletionReasons } from "./deletion-reasons.ts";
export { beginLegalHold, endLegalHold, listLegalHolds, listMessageDeletions, restoreMessages };

export const archiveOperations = [
  listMessageDeletions,
  restoreMessages,
  listLegalHolds,
  beginLegalHold,
  endLegalHold,
] as const;
