import { sql, type Transaction } from "@team-chat/pg";

/** Notes that messages link to files. */
export async function markAttachments(
  tx: Transaction,
  realmId: number,
  messageIds: readonly number[],
): Promise<void> {
  await tx.query(sql.unsafe`
    update message set has_attachment = true
    where realm_id = ${realmId} and id = any(${sql.array([...messageIds], "int8")}) and not has_attachment`);
}
