import { listAuditLog } from "./list-audit-log.ts";
import { streamAuditLog } from "./stream-audit-log.ts";
import { verifyAuditLog } from "./verify-audit-log.ts";

export * from "../internal/audit.ts";
export { type AuditService, auditServices } from "./entry.ts";
export { auditStreamBytes, auditStreamLine } from "./stream-audit-log.ts";
export { listAuditLog, streamAuditLog, verifyAuditLog };

export const auditOperations = [listAuditLog, streamAuditLog, verifyAuditLog] as const;
