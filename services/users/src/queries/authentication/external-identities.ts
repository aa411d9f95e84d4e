import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

interface ExternalIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** Finds whose identity it is; null when it is nobody's yet. */
export function findExternalOwner(
  db: Connection,
  realmId: number,
  { issuer, subject }: ExternalIdentity,
): Promise<number | null> {
  return db.maybeOneFirst(sql.type(z.object({ userId: z.number() }))`
    select user_id as "userId" from external_identity
    where realm_id = ${realmId} and issuer = ${issuer} and subject = ${subject}
  `);
}

/** Notes whose identity it is. */
export async function insertExternalIdentity(
  tx: Transaction,
  own: { readonly realmId: number; readonly userId: number },
  { issuer, now, subject }: ExternalIdentity & { readonly now: Date },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into external_identity (realm_id, issuer, subject, user_id, linked_at)
    values (${own.realmId}, ${issuer}, ${subject}, ${own.userId}, ${now.toISOString()}::timestamptz)
  `);
}
