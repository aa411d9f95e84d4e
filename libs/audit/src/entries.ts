import { auditActor, auditChange, type AuditEntry, type AuditQuestion } from "@team-chat/contract";
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const entry = z.object({
  position: z.number(),
  changedAtMs: z.number(),
  actor: auditActor.nullable(),
  operation: z.string(),
  requestId: z.string(),
  changes: z.array(auditChange),
  hash: z.string(),
});

/** Lists entries that this service has written, the newest first. */
export function listEntries(
  db: Connection,
  { actorId, before, limit, object, operation, realmId, sinceMs }: AuditQuestion,
): Promise<readonly AuditEntry[]> {
  const conditions = [
    sql.fragment`realm_id = ${realmId}`,
    ...(before === null
      ? []
      : [
          sql.fragment`(changed_at, position) < (${sql.timestamp(new Date(before.changedAtMs))}, ${before.position})`,
        ]),
    ...(sinceMs === null ? [] : [sql.fragment`changed_at >= ${sql.timestamp(new Date(sinceMs))}`]),
    ...(actorId === null ? [] : [sql.fragment`actor @> ${sql.jsonb({ user_id: actorId })}`]),
    ...(operation === null ? [] : [sql.fragment`operation = ${operation}`]),
    ...(object === null ? [] : [sql.fragment`changes @> ${sql.jsonb([{ object }])}`]),
  ];
  return db.any(sql.type(entry)`
    select position, (extract(epoch from changed_at) * 1000)::int8 as "changedAtMs", actor, operation,
      request_id as "requestId", changes, encode(hash, 'hex') as hash
    from audit_entry
    where ${sql.join(conditions, sql.fragment` and `)}
    order by changed_at desc, position desc
    limit ${limit}`);
}
