import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";

/** Keeps that somebody has asked for a link; in a statement of its own, since nobody else hears of it. */
export async function insertResetRequest(
  db: Connection,
  realmId: number,
  email: string,
): Promise<void> {
  await db.query(sql.unsafe`
    insert into password_reset_request (realm_id, email) values (${realmId}, ${email})
  `);
}

const resetRequest = z.object({ realmId: z.number(), email: z.string() });

/** Takes requests of all organizations, the oldest first; no other process takes them meanwhile. */
export function takeResetRequests(
  tx: Transaction,
  limit: number,
): Promise<readonly z.infer<typeof resetRequest>[]> {
  return tx.any(sql.type(resetRequest)`
    delete from password_reset_request
    where (realm_id, request_id) in (
      select realm_id, request_id from password_reset_request
      order by requested_at
      limit ${limit}
      for update skip locked
    )
    returning realm_id as "realmId", email
  `);
}

interface NewReset {
  readonly tokenHash: Buffer;
  /** Address of the account at this time. */
  readonly email: string;
  readonly expiresAt: Date;
}

/** Adds a link with which the account's password can be set. */
export async function insertReset(
  tx: Transaction,
  own: AccountRef,
  { email, expiresAt, tokenHash }: NewReset,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into password_reset (realm_id, user_id, token_hash, email, expires_at)
    values (
      ${own.realmId}, ${own.userId}, ${sql.binary(tokenHash)}, ${email}, ${expiresAt.toISOString()}::timestamptz
    )
  `);
}

const resetOwner = z.object({ userId: z.number(), email: z.string() });

/** Finds the active account that a link is for, unless it has expired or the account has another address by now. */
export function findResetOwner(
  db: Connection,
  realmId: number,
  { now, tokenHash }: { readonly tokenHash: Buffer; readonly now: Date },
): Promise<z.infer<typeof resetOwner> | null> {
  return db.maybeOne(sql.type(resetOwner)`
    select user_id as "userId", delivery_email as email
    from password_reset join account using (realm_id, user_id)
    where
      realm_id = ${realmId} and token_hash = ${sql.binary(tokenHash)}
      and expires_at > ${now.toISOString()}::timestamptz and is_active and delivery_email = email
  `);
}

/** Deletes all links for an account. */
export async function deleteResets(tx: Transaction, own: AccountRef): Promise<void> {
  await tx.query(sql.unsafe`
    delete from password_reset where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
}

/** Deletes the account's links that have expired. */
export async function deleteExpiredResets(
  tx: Transaction,
  own: AccountRef,
  now: Date,
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from password_reset
    where
      realm_id = ${own.realmId} and user_id = ${own.userId}
      and expires_at <= ${now.toISOString()}::timestamptz
  `);
}
