import path from "node:path";

export { authored, saidAuthor, sayAuthor } from "./author.ts";
export {
  listAuditEntries,
  listAuditHeads,
  listNextAuditEntries,
  readAuditHead,
  verifyAuditEntries,
} from "./answers.ts";
export { listEntries, listNextEntries } from "./entries.ts";
export { listHeads } from "./heads.ts";
export { note, type Noted } from "./note.ts";
export { personChanges } from "./person-changes.ts";
export { removeEntriesBefore } from "./remove-old.ts";
export { removeOldEntriesRegularly } from "./remove-regularly.ts";
export { readHead, verifyEntries } from "./verify.ts";

/** Folder of the migrations that a service's schema needs, before its own. */
export const auditMigrations = path.join(import.meta.dirname, "../migrations");
