import { type ExportedTable, sql } from "@team-chat/pg";

/** Condition on a change that it is one of the person: of the account, or of a row that is known by it. */
const isOf = (userId: number) => sql.fragment`(
  change -> 'key' -> 'user_id' = to_jsonb(${userId}::int8)
  or change -> 'keys' -> 'user_id' @> to_jsonb(${userId}::int8))`;

/**
 * Describes what exports of people have of the audit log of a service: what was changed of theirs, when and by which
 * operation, without who did it and what else the entry has.
 */
export function personChanges(kind: string): ExportedTable {
  return {
    kind,
    table: "audit_entry",
    key: { position: "int8" },
    fields: ["position", "changed_at", "operation"],
    made: {
      changes: (userId) => sql.fragment`(
        select jsonb_agg(jsonb_build_object(
          'object', change -> 'object', 'before', change -> 'before', 'after', change -> 'after'))
        from jsonb_array_elements(t.changes) change where ${isOf(userId)})`,
    },
    ofPerson: (userId) => sql.fragment`exists (
      select from jsonb_array_elements(t.changes) change where ${isOf(userId)})`,
  };
}
