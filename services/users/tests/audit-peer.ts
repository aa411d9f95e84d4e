import { type AuditEntry, auditOperationsOf, type AuditQuestion } from "@team-chat/contract";
import { internalRoute } from "@team-chat/http";

/** Long before anything that the service itself writes down. */
export const peersChangedAtMs = 1_500_000_000_000;

/** Entries that other services tell of every organization, in the order in which they were written. */
const entries: readonly AuditEntry[] = [1, 2].map((position) => ({
  position,
  changedAtMs: peersChangedAtMs,
  actor: { user_id: 5 },
  operation: "updateSomething",
  requestId: "r1",
  changes: [{ object: "thing", key: { id: position }, after: { name: "new" } }],
  hash: "ab",
}));

/** Operations of another service for the audit log. */
export function auditRoutes(service: keyof typeof auditOperationsOf) {
  const { heads, list, next, verify } = auditOperationsOf[service];
  return [
    internalRoute(list, (_, __, question) => ({
      entries: entries.toReversed().filter(isAskedFor(question)).slice(0, question.limit),
    })),
    internalRoute(next, (_, __, { after, limit }) => ({
      entries: entries.filter(({ position }) => position > after).slice(0, limit),
      last: entries.length,
    })),
    internalRoute(heads, (_, __, { realmIds }) => ({
      heads: realmIds.map((realmId) => ({ realmId, position: entries.length })),
    })),
    internalRoute(verify, () => ({ entries: 2, last: 2, head: "ab", broken: null })),
  ];
}

function isAskedFor({ actorId, before, object, operation, sinceMs }: AuditQuestion) {
  return (entry: AuditEntry): boolean =>
    (before === null ||
      entry.changedAtMs < before.changedAtMs ||
      (entry.changedAtMs === before.changedAtMs && entry.position < before.position)) &&
    (sinceMs === null || entry.changedAtMs >= sinceMs) &&
    (actorId === null || entry.actor?.user_id === actorId) &&
    (operation === null || entry.operation === operation) &&
    (object === null || entry.changes.some((change) => change.object === object));
}
