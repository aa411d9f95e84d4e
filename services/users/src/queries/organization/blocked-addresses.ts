import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const blockedRow = z.object({ pattern: z.string(), blockedAt: z.number() });

/** Address or domain that may not join, and since when, in UNIX seconds. */
export type BlockedRow = z.output<typeof blockedRow>;

/** Lists who may not join, by pattern. */
export function listBlockedRows(db: Connection, realmId: number): Promise<readonly BlockedRow[]> {
  return db.any(sql.type(blockedRow)`
    select pattern, floor(extract(epoch from blocked_at))::int8 as "blockedAt" from blocked_address
    where realm_id = ${realmId} order by pattern`);
}

/** Lists those of the patterns that are blocked. */
export function listBlockedAmong(
  db: Connection,
  realmId: number,
  patterns: readonly string[],
): Promise<readonly string[]> {
  return db.anyFirst(sql.type(blockedRow.pick({ pattern: true }))`
    select pattern from blocked_address
    where realm_id = ${realmId} and pattern = any(${sql.array([...patterns], "text")})`);
}

/** False when the pattern is there already. */
export async function insertBlocked(
  tx: Transaction,
  realmId: number,
  { nowMs, pattern }: { readonly pattern: string; readonly nowMs: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    insert into blocked_address (realm_id, pattern, blocked_at)
    values (${realmId}, ${pattern}, ${new Date(nowMs).toISOString()}::timestamptz) on conflict do nothing`);
  return rowCount === 1;
}

/** False when there is no such pattern. */
export async function deleteBlocked(
  tx: Transaction,
  realmId: number,
  pattern: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from blocked_address where realm_id = ${realmId} and pattern = ${pattern}`);
  return rowCount === 1;
}
