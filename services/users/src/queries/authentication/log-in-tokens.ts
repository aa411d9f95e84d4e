import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { samlSession, type SamlSession } from "../../values/saml-settings.ts";
import type { AccountRef } from "../accounts/account-lock.ts";

interface NewToken {
  readonly tokenHash: Buffer;
  /** Path that follows the log-in. */
  readonly next: string;
  readonly samlSession: SamlSession | null;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Adds a token with which an account logs in once, and deletes those of the account that have expired. */
export async function insertLogInToken(
  tx: Transaction,
  own: AccountRef,
  { expiresAt, next, now, samlSession: atProvider, tokenHash }: NewToken,
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from log_in_token
    where
      realm_id = ${own.realmId} and user_id = ${own.userId}
      and expires_at <= ${now.toISOString()}::timestamptz
  `);
  await tx.query(sql.unsafe`
    insert into log_in_token (realm_id, user_id, token_hash, next, expires_at, saml_session)
    values (
      ${own.realmId}, ${own.userId}, ${sql.binary(tokenHash)}, ${next}, ${expiresAt.toISOString()}::timestamptz,
      ${atProvider && JSON.stringify(atProvider)}::jsonb
    )
  `);
}

const takenToken = z.object({
  userId: z.number(),
  next: z.string(),
  samlSession: samlSession.nullable(),
});

/** Takes a token, so that it is good for nobody else; null when there is none, or it has expired. */
export function takeLogInToken(
  db: Connection,
  realmId: number,
  { now, tokenHash }: { readonly tokenHash: Buffer; readonly now: Date },
): Promise<z.infer<typeof takenToken> | null> {
  return db.maybeOne(sql.type(takenToken)`
    delete from log_in_token
    where
      realm_id = ${realmId} and token_hash = ${sql.binary(tokenHash)}
      and expires_at > ${now.toISOString()}::timestamptz
    returning user_id as "userId", next, saml_session as "samlSession"
  `);
}
