import { sql, type Transaction } from "@team-chat/pg";

/** Gives a message HTML that says the same in another way; for clients it has not been edited. */
export async function updateRendered(
  tx: Transaction,
  { messageId, realmId }: { readonly realmId: number; readonly messageId: number },
  html: string,
): Promise<void> {
  await tx.query(sql.unsafe`
    update message set rendered_content = ${html} where realm_id = ${realmId} and id = ${messageId}`);
}
