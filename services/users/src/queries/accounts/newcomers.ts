import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const newcomerRow = z.object({
  userId: z.number(),
  fullName: z.string(),
  customText: z.string().nullable(),
});

/** Somebody who was not greeted yet. */
export type Newcomer = z.infer<typeof newcomerRow>;

/** Has the account greeted once the transaction is committed; `customText` is null for the organization's own. */
export async function insertNewcomer(
  tx: Transaction,
  realmId: number,
  { userId, customText }: Pick<Newcomer, "userId" | "customText">,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into newcomer (realm_id, user_id, custom_text) values (${realmId}, ${userId}, ${customText})
  `);
}

const maxAtOnce = 50;

/** Those of the organization who came first. */
export function listNewcomers(db: Connection, realmId: number): Promise<readonly Newcomer[]> {
  return db.any(sql.type(newcomerRow)`
    select user_id as "userId", full_name as "fullName", custom_text as "customText"
    from newcomer join account using (realm_id, user_id)
    where realm_id = ${realmId}
    order by user_id
    limit ${maxAtOnce}
  `);
}

/** Organizations in which somebody was not greeted yet. */
export function listRealmsWithNewcomers(db: Connection): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ realmId: z.number() }))`
    select distinct realm_id as "realmId" from newcomer order by 1 limit 1000
  `);
}

/** Notes that they were greeted. */
export async function deleteNewcomers(
  db: Connection,
  realmId: number,
  newcomers: readonly Newcomer[],
): Promise<void> {
  const ids = newcomers.map(({ userId }) => userId);
  await db.query(sql.unsafe`
    delete from newcomer where realm_id = ${realmId} and user_id = any(${sql.array(ids, "int8")})
  `);
}
