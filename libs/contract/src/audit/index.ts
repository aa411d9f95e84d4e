import { createAuditDestination } from "./create-audit-destination.ts";
import { deleteAuditDestination } from "./delete-audit-destination.ts";
import { listAuditDestinations } from "./list-audit-destinations.ts";
import { listAuditLog } from "./list-audit-log.ts";
import { streamAuditLog } from "./stream-audit-log.ts";
import { updateAuditDestination } from "./update-audit-destination.ts";
import { verifyAuditLog } from "./verify-audit-log.ts";

export * from "../internal/audit.ts";
export { type AuditDestination, maxDestinationName } from "./destination.ts";
export { type AuditService, auditServices } from "./entry.ts";
export { auditStreamBytes, auditStreamLine } from "./stream-audit-log.ts";
export {
  createAuditDestination,
  deleteAuditDestination,
  listAuditDestinations,
  listAuditLog,
  streamAuditLog,
  updateAuditDestination,
  verifyAuditLog,
};

export const auditOperations = [
  listAuditLog,
  streamAuditLog,
  verifyAuditLog,
  listAuditDestinations,
  createAuditDestination,
  updateAuditDestination,
  deleteAuditDestination,
] as const;
