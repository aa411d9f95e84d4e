import { listAuditLog } from "./list-audit-log.ts";
import { verifyAuditLog } from "./verify-audit-log.ts";

export * from "../internal/audit.ts";
export { type AuditService, auditServices } from "./list-audit-log.ts";
export { listAuditLog, verifyAuditLog };

export const auditOperations = [listAuditLog, verifyAuditLog] as const;
