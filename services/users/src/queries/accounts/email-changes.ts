import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const emailChangeRow = z.object({ userId: z.number(), email: z.string() });

/** An address that a user asked for and has not confirmed. */
export type EmailChange = z.infer<typeof emailChangeRow>;

/** Stores it for a day, in place of what the user asked for before. */
export async function upsertEmailChange(
  tx: Transaction,
  realmId: number,
  { userId, email, token }: EmailChange & { readonly token: string },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into email_change (realm_id, user_id, email, token, expires_at)
    values (${realmId}, ${userId}, ${email}, ${token}, now() + interval '1 day')
    on conflict (realm_id, user_id) do update
    set email = excluded.email, token = excluded.token, expires_at = excluded.expires_at
  `);
}

/** Finds the change of address whose link ends with the token, unless it has expired, or null. */
export function findEmailChange(
  db: Connection,
  realmId: number,
  token: string,
): Promise<EmailChange | null> {
  return db.maybeOne(sql.type(emailChangeRow)`
    select user_id as "userId", email from email_change
    where realm_id = ${realmId} and token = ${token} and expires_at > now()
  `);
}

/** Removes what the user asked for. */
export async function deleteEmailChange(
  tx: Transaction,
  realmId: number,
  userId: number,
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from email_change where realm_id = ${realmId} and user_id = ${userId}
  `);
}
