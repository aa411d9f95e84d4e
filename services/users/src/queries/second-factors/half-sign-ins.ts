import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";

interface NewHalf {
  readonly tokenHash: Buffer;
  readonly sealedFollowUp: string;
  readonly expiresAt: Date;
}

interface Surplus {
  readonly now: Date;
  /** Largest number of an account. */
  readonly most: number;
}

/** Adds a sign-in that lacks the second factor, and deletes those of the account that have expired or are too many. */
export async function insertHalfSignIn(
  tx: Transaction,
  own: AccountRef,
  { expiresAt, most, now, sealedFollowUp, tokenHash }: NewHalf & Surplus,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into half_sign_in (realm_id, user_id, token_hash, sealed_follow_up, expires_at)
    values (
      ${own.realmId}, ${own.userId}, ${sql.binary(tokenHash)}, ${sealedFollowUp}, ${sql.timestamp(expiresAt)}
    )
  `);
  await tx.query(sql.unsafe`
    delete from half_sign_in
    where realm_id = ${own.realmId} and user_id = ${own.userId} and token_hash not in (
      select token_hash from half_sign_in
      where realm_id = ${own.realmId} and user_id = ${own.userId} and expires_at > ${sql.timestamp(now)}
      order by expires_at desc, token_hash
      limit ${most}
    )
  `);
}

const halfSignIn = z.object({ userId: z.number(), sealedFollowUp: z.string() });

interface HalfToken {
  readonly tokenHash: Buffer;
  readonly now: Date;
  /** A sign-in with so many wrong codes has ended. */
  readonly maxWrongCodes: number;
}

/** Finds a sign-in that lacks the second factor, unless it has expired. */
export function findHalfSignIn(
  db: Connection,
  realmId: number,
  { maxWrongCodes, now, tokenHash }: HalfToken,
): Promise<z.output<typeof halfSignIn> | null> {
  return db.maybeOne(sql.type(halfSignIn)`
    select user_id as "userId", sealed_follow_up as "sealedFollowUp"
    from half_sign_in
    where
      realm_id = ${realmId} and token_hash = ${sql.binary(tokenHash)} and expires_at > ${sql.timestamp(now)}
      and wrong_codes < ${maxWrongCodes}
  `);
}

/** Counts a wrong code. */
export async function countWrongCode(
  tx: Transaction,
  realmId: number,
  tokenHash: Buffer,
): Promise<void> {
  await tx.query(sql.unsafe`
    update half_sign_in set wrong_codes = wrong_codes + 1
    where realm_id = ${realmId} and token_hash = ${sql.binary(tokenHash)}
  `);
}

/** Deletes a sign-in that is whole. */
export async function deleteHalfSignIn(
  tx: Transaction,
  realmId: number,
  tokenHash: Buffer,
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from half_sign_in where realm_id = ${realmId} and token_hash = ${sql.binary(tokenHash)}
  `);
}

/** Deletes the account's sign-ins that lack the second factor. */
export async function deleteHalfSignIns(tx: Transaction, own: AccountRef): Promise<void> {
  await tx.query(sql.unsafe`
    delete from half_sign_in where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
}

/** Deletes those of the organization. */
export async function deleteRealmHalfSignIns(tx: Transaction, realmId: number): Promise<void> {
  await tx.query(sql.unsafe`delete from half_sign_in where realm_id = ${realmId}`);
}
