import { sql, type Transaction } from "@team-chat/pg";

/** Removes messages with everything that belongs to them; ranges stay, ids in them that no message has mean nothing. */
export async function deleteMessages(
  tx: Transaction,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  const these = sql.fragment`realm_id = ${realmId} and message_id = any(${sql.array([...ids], "int8")})`;
  await tx.query(sql.unsafe`delete from reaction where ${these}`);
  await tx.query(sql.unsafe`delete from user_message where ${these}`);
  await tx.query(
    sql.unsafe`delete from message where realm_id = ${realmId} and id = any(${sql.array([...ids], "int8")})`,
  );
}
