import type { Stage } from "./stage.ts";
import { withoutEntry } from "./without-entry.ts";

/** Counts the entries of an operation in the audit log of the organization. */
export async function countEntries({ owner, product }: Stage, operation: string): Promise<number> {
  const { rows } = await product.database.query<{ count: number }>(
    `select count(*)::int as count
     from users.realm join (
       select realm_id, operation from users.audit_entry
       union all select realm_id, operation from channels.audit_entry
       union all select realm_id, operation from messages.audit_entry
     ) entry using (realm_id)
     where subdomain = $1 and operation = $2`,
    [owner.host.split(".", 1)[0], operation],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Says what is wrong with the audit log after an operation: that it has no entry, or one that it is said not to have
 * (docs/behaviour/audit.md#what-is-written-down).
 */
export async function listWrongEntries(
  stage: Stage,
  { before, operation }: { readonly operation: string; readonly before: number },
): Promise<readonly string[]> {
  const hasEntry = (await countEntries(stage, operation)) > before;
  if (hasEntry !== Object.hasOwn(withoutEntry, operation)) return [];
  return [`${operation}: ${hasEntry ? "has an entry in" : "is missing in"} the audit log`];
}
