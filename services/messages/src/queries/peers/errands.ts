import { type Database, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const errandRow = z.object({
  realmId: z.number(),
  id: z.number(),
  operation: z.string(),
  input: z.unknown(),
});

/** An internal operation of another service that is still to be called. */
export type ErrandRow = z.infer<typeof errandRow>;

/** More are fetched when these are done. */
const batch = 100;

/** Notes an errand. */
export async function insertErrand(
  tx: Transaction,
  { realmId, operation, input }: { realmId: number; operation: string; input: object },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into errand (realm_id, operation, input) values (${realmId}, ${operation}, ${JSON.stringify(input)}::jsonb)`);
}

/** The oldest errands of the realm, in the order in which they were noted. */
export function listErrands(db: Database, realmId: number): Promise<readonly ErrandRow[]> {
  return db.any(sql.type(errandRow)`
    select realm_id as "realmId", id, operation, input from errand
    where realm_id = ${realmId} order by id limit ${batch}`);
}

/** Realms with errands. */
export function listRealmsWithErrands(db: Database): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ realmId: z.number() }))`
    select distinct realm_id as "realmId" from errand order by 1 limit 1000`);
}

/** Forgets an errand that was done. */
export async function deleteErrand(
  db: Database,
  { realmId, id }: Pick<ErrandRow, "realmId" | "id">,
): Promise<void> {
  await db.query(sql.unsafe`delete from errand where realm_id = ${realmId} and id = ${id}`);
}
