import { listMessageDeletions } from "./list-message-deletions.ts";
import { restoreMessages } from "./restore-messages.ts";

export { deletionReasons } from "./deletion-reasons.ts";
export { listMessageDeletions, restoreMessages };

export const archiveOperations = [listMessageDeletions, restoreMessages] as const;
