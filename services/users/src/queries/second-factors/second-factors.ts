import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";

const appRow = z.object({
  sealedSecret: z.string(),
  lastStep: z.number(),
  wrongCodes: z.number(),
  blockedUntil: z.date().nullable(),
  createdAt: z.date(),
});

export type AppRow = z.output<typeof appRow>;

/** Finds the account's authenticator app. */
export function findApp(db: Connection, own: AccountRef): Promise<AppRow | null> {
  return db.maybeOne(sql.type(appRow)`
    select
      sealed_secret as "sealedSecret", last_step as "lastStep", wrong_codes as "wrongCodes",
      blocked_until as "blockedUntil", created_at as "createdAt"
    from authenticator_app where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
}

interface NewApp {
  readonly sealedSecret: string;
  /** That of the code by which it was confirmed. */
  readonly lastStep: number;
  readonly now: Date;
}

/** Adds an authenticator app. */
export async function insertApp(
  tx: Transaction,
  own: AccountRef,
  { lastStep, now, sealedSecret }: NewApp,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into authenticator_app (realm_id, user_id, sealed_secret, last_step, created_at)
    values (${own.realmId}, ${own.userId}, ${sealedSecret}, ${lastStep}, ${sql.timestamp(now)})
  `);
}

/** Notes how the last code of the app was. */
export async function updateApp(
  tx: Transaction,
  own: AccountRef,
  { blockedUntil, lastStep, wrongCodes }: Pick<AppRow, "blockedUntil" | "lastStep" | "wrongCodes">,
): Promise<void> {
  const until = blockedUntil === null ? null : blockedUntil.toISOString();
  await tx.query(sql.unsafe`
    update authenticator_app
    set last_step = ${lastStep}, wrong_codes = ${wrongCodes}, blocked_until = ${until}::timestamptz
    where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
}

/** Seals the secret of an app anew, unless another one has come. */
export async function replaceSealedSecret(
  db: Connection,
  own: AccountRef,
  { after, before }: { readonly before: string; readonly after: string },
): Promise<void> {
  await db.query(sql.unsafe`
    update authenticator_app set sealed_secret = ${after}
    where realm_id = ${own.realmId} and user_id = ${own.userId} and sealed_secret = ${before}
  `);
}

const sealedApp = z.object({ realmId: z.number(), userId: z.number(), sealedSecret: z.string() });

/** Lists apps of all organizations after one, by organization and account. */
export function listSealedApps(
  db: Connection,
  after: AccountRef,
  limit: number,
): Promise<readonly z.output<typeof sealedApp>[]> {
  return db.any(sql.type(sealedApp)`
    select realm_id as "realmId", user_id as "userId", sealed_secret as "sealedSecret"
    from authenticator_app
    where (realm_id, user_id) > (${after.realmId}, ${after.userId})
    order by realm_id, user_id
    limit ${limit}
  `);
}

/** Deletes the account's authenticator app; tells whether there was one. */
export async function deleteApp(tx: Transaction, own: AccountRef): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from authenticator_app where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
  return rowCount > 0;
}

/** Tells whether the account has a second factor. */
export function hasSecondFactor(db: Connection, own: AccountRef): Promise<boolean> {
  return db.oneFirst(sql.type(z.object({ exists: z.boolean() }))`
    select exists (
      select from authenticator_app where realm_id = ${own.realmId} and user_id = ${own.userId}
      union all
      select from passkey where realm_id = ${own.realmId} and user_id = ${own.userId}
    )
  `);
}

/** Counts the recovery codes that were not used. */
export async function countRecoveryCodes(db: Connection, own: AccountRef): Promise<number> {
  const count = await db.maybeOneFirst(sql.type(z.object({ count: z.number() }))`
    select cardinality(hashes)::int as count from recovery_codes
    where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
  return count ?? 0;
}

/** Gives the account these recovery codes in place of all before. */
export async function upsertRecoveryCodes(
  tx: Transaction,
  own: AccountRef,
  { hashes, now }: { readonly hashes: readonly Buffer[]; readonly now: Date },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into recovery_codes (realm_id, user_id, hashes, created_at)
    values (${own.realmId}, ${own.userId}, ${sql.array([...hashes], "bytea")}, ${sql.timestamp(now)})
    on conflict (realm_id, user_id) do update set hashes = excluded.hashes, created_at = excluded.created_at
  `);
}

/** Takes a recovery code, so that it is good for nobody else; tells whether there was such a one. */
export async function takeRecoveryCode(
  tx: Transaction,
  own: AccountRef,
  hash: Buffer,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    update recovery_codes set hashes = array_remove(hashes, ${sql.binary(hash)})
    where realm_id = ${own.realmId} and user_id = ${own.userId} and ${sql.binary(hash)} = any(hashes)
  `);
  return rowCount > 0;
}

/** Deletes all recovery codes of the account. */
export async function deleteRecoveryCodes(tx: Transaction, own: AccountRef): Promise<void> {
  await tx.query(sql.unsafe`
    delete from recovery_codes where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
}

/** Deletes all second factors of the account, and its recovery codes; tells whether there were any. */
export async function deleteSecondFactors(tx: Transaction, own: AccountRef): Promise<boolean> {
  const hadApp = await deleteApp(tx, own);
  const { rowCount: passkeys } = await tx.query(sql.unsafe`
    delete from passkey where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
  await deleteRecoveryCodes(tx, own);
  return hadApp || passkeys > 0;
}
