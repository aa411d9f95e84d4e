import { type Database, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const pendingCallRow = z.object({
  realmId: z.number(),
  id: z.number(),
  operation: z.string(),
  input: z.unknown(),
});

/** An internal operation of another service that is still to be called. */
export type PendingCallRow = z.infer<typeof pendingCallRow>;

/** More are fetched when these are done. */
const batch = 100;

/** Notes a call; the table is still named `errand`. */
export async function insertPendingCall(
  tx: Transaction,
  { realmId, operation, input }: { realmId: number; operation: string; input: object },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into errand (realm_id, operation, input) values (${realmId}, ${operation}, ${JSON.stringify(input)}::jsonb)`);
}

/** Lists the oldest calls of the realm, in the order in which they were noted. */
export function listPendingCalls(
  db: Database,
  realmId: number,
): Promise<readonly PendingCallRow[]> {
  return db.any(sql.type(pendingCallRow)`
    select realm_id as "realmId", id, operation, input from errand
    where realm_id = ${realmId} order by id limit ${batch}`);
}

/** Lists realms with calls that are still to be made. */
export function listRealmsWithPendingCalls(db: Database): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ realmId: z.number() }))`
    select distinct realm_id as "realmId" from errand order by 1 limit 1000`);
}

/** Forgets a call that was made. */
export async function deletePendingCall(
  db: Database,
  { realmId, id }: Pick<PendingCallRow, "realmId" | "id">,
): Promise<void> {
  await db.query(sql.unsafe`delete from errand where realm_id = ${realmId} and id = ${id}`);
}
