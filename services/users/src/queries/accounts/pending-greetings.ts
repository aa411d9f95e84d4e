import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const pendingGreetingRow = z.object({
  userId: z.number(),
  fullName: z.string(),
  customText: z.string().nullable(),
});

/** A new user who was not greeted yet. */
export type PendingGreeting = z.infer<typeof pendingGreetingRow>;

/** Has the account greeted once the transaction is committed; `customText` is null for the organization's own text. */
export async function insertPendingGreeting(
  tx: Transaction,
  realmId: number,
  { userId, customText }: Pick<PendingGreeting, "userId" | "customText">,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into newcomer (realm_id, user_id, custom_text) values (${realmId}, ${userId}, ${customText})
  `);
}

const maxAtOnce = 50;

/** Lists the first of an organization's greetings; the table is still named `newcomer`. */
export function listPendingGreetings(
  db: Connection,
  realmId: number,
): Promise<readonly PendingGreeting[]> {
  return db.any(sql.type(pendingGreetingRow)`
    select user_id as "userId", full_name as "fullName", custom_text as "customText"
    from newcomer join account using (realm_id, user_id)
    where realm_id = ${realmId}
    order by user_id
    limit ${maxAtOnce}
  `);
}

/** Lists organizations in which somebody was not greeted yet. */
export function listRealmsWithPendingGreetings(db: Connection): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ realmId: z.number() }))`
    select distinct realm_id as "realmId" from newcomer order by 1 limit 1000
  `);
}

/** Notes that these users were greeted. */
export async function deletePendingGreetings(
  db: Connection,
  realmId: number,
  greeted: readonly PendingGreeting[],
): Promise<void> {
  const ids = greeted.map(({ userId }) => userId);
  await db.query(sql.unsafe`
    delete from newcomer where realm_id = ${realmId} and user_id = any(${sql.array(ids, "int8")})
  `);
}
