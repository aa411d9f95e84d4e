import {
  type AuditEntry,
  type AuditService,
  auditServices,
  type listAuditLog,
  type OutputOf,
} from "@team-chat/contract";

type Shown = OutputOf<typeof listAuditLog>["entries"][number];

/** Shows an entry that a service has written. */
export function presentAuditEntry(entry: AuditEntry, service: AuditService): Shown {
  const { actor, changedAtMs, changes, hash, operation, position, requestId } = entry;
  return {
    id: [changedAtMs, auditServices.indexOf(service), position].join("-"),
    timestamp: changedAtMs / 1000,
    service,
    position,
    actor,
    operation,
    request_id: requestId,
    changes,
    hash,
  };
}
