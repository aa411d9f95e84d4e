import { saidAuthor } from "@team-chat/audit";
import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** Names an account. */
export interface AccountRef {
  readonly realmId: number;
  readonly userId: number;
}

/** Lets no other transaction that takes this lock go on until this one ends. Says who acts, for the audit log. */
export async function lockAccount(tx: Transaction, own: AccountRef): Promise<void> {
  await tx.query(sql.type(z.object({}))`
    select ${saidAuthor({ user_id: own.userId })} from account where realm_id = ${own.realmId} and user_id = ${own.userId} for no key update
  `);
}
