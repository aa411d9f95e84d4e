import { type DirectorySync, directorySync } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { directoryIssuer, directorySettings } from "../../values/directory-settings.ts";

const directoryRow = z.object({
  settings: directorySettings,
  /** Null when nobody searches. */
  sealedPassword: z.string().nullable(),
  sync: directorySync.nullable(),
});

export type DirectoryRow = z.output<typeof directoryRow>;

const selectDirectory = sql.fragment`select settings, sealed_password as "sealedPassword", sync from directory`;

/** Finds the directory of an organization, or null. */
export function findDirectory(db: Connection, realmId: number): Promise<DirectoryRow | null> {
  return db.maybeOne(sql.type(directoryRow)`${selectDirectory} where realm_id = ${realmId}`);
}

/** Finds the directory of an organization, or null. Nothing else changes it until the transaction ends. */
export function lockDirectory(tx: Transaction, realmId: number): Promise<DirectoryRow | null> {
  return tx.maybeOne(sql.type(directoryRow)`
    ${selectDirectory} where realm_id = ${realmId} for update
  `);
}

/** Gives the organization a directory, or changes the one that it has. */
export async function upsertDirectory(
  tx: Transaction,
  realmId: number,
  { sealedPassword, settings }: Omit<DirectoryRow, "sync">,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into directory (realm_id, settings, sealed_password)
    values (${realmId}, ${JSON.stringify(settings)}::jsonb, ${sealedPassword})
    on conflict (realm_id) do update
    set settings = excluded.settings, sealed_password = excluded.sealed_password
  `);
}

/** Takes the directory away from the organization. */
export async function deleteDirectory(tx: Transaction, realmId: number): Promise<void> {
  await tx.query(sql.unsafe`delete from directory where realm_id = ${realmId}`);
}

const sealed = z.object({ realmId: z.number(), sealedPassword: z.string() });

/** Lists the passwords of accounts that search. */
export function listSealedBinds(db: Connection): Promise<readonly z.output<typeof sealed>[]> {
  return db.any(sql.type(sealed)`
    select realm_id as "realmId", sealed_password as "sealedPassword" from directory where sealed_password is not null
  `);
}

/** Replaces a sealed password by one that means the same, unless it is another one by now. */
export async function replaceSealedBind(
  db: Connection,
  { realmId, sealedPassword }: z.output<typeof sealed>,
  anew: string,
): Promise<void> {
  await db.query(sql.unsafe`
    update directory set sealed_password = ${anew}
    where realm_id = ${realmId} and sealed_password = ${sealedPassword}
  `);
}

/** Lists the organizations whose directory is to be synchronised. */
export function listDueDirectories(db: Connection, nowMs: number): Promise<readonly number[]> {
  const now = new Date(nowMs).toISOString();
  return db.anyFirst(sql.type(z.object({ realmId: z.number() }))`
    select realm_id as "realmId" from directory join realm using (realm_id)
    where
      not deactivated and sealed_password is not null
      and coalesce((realm.settings->'authentication_methods'->>'LDAP')::boolean, true)
      and directory.settings->>'syncMinutes' is not null
      and (
        synced_at is null
        or synced_at + (directory.settings->>'syncMinutes')::integer * interval '1 minute' <= ${now}::timestamptz
      )
    order by synced_at nulls first
  `);
}

/** Notes when a synchronisation begins. */
export async function updateSyncedAt(db: Connection, realmId: number, now: Date): Promise<void> {
  await db.query(sql.unsafe`
    update directory set synced_at = ${now.toISOString()}::timestamptz where realm_id = ${realmId}
  `);
}

/** Keeps what the latest synchronisation did. */
export async function updateSync(
  db: Connection,
  realmId: number,
  sync: DirectorySync,
): Promise<void> {
  await db.query(sql.unsafe`
    update directory set sync = ${JSON.stringify(sync)}::jsonb where realm_id = ${realmId}
  `);
}

const directoryAccount = z.object({
  userId: z.number(),
  subject: z.string(),
  fullName: z.string(),
  isActive: z.boolean(),
  pictureStamp: z.string().nullable(),
  pictureHash: z.string().nullable(),
  /** Null unless it was deactivated because the directory lacks the person. */
  goneAt: z.date().nullable(),
});

export type DirectoryAccount = z.output<typeof directoryAccount>;

const accountColumns = sql.fragment`
  select
    user_id as "userId", subject, full_name as "fullName", is_active as "isActive", picture_stamp as "pictureStamp",
    picture_hash as "pictureHash", gone_at as "goneAt"
  from external_identity
  join account using (realm_id, user_id)
  left join directory_person using (realm_id, user_id)
`;

/** Lists the accounts that belong to people of the directory, by id; one that two people have had is there twice. */
export function listDirectoryAccounts(
  db: Connection,
  realmId: number,
): Promise<readonly DirectoryAccount[]> {
  return db.any(sql.type(directoryAccount)`
    ${accountColumns} where realm_id = ${realmId} and issuer = ${directoryIssuer} order by user_id
  `);
}

/** Loads the account of somebody who has logged in. */
export function loadDirectoryPerson(
  db: Connection,
  realmId: number,
  subject: string,
): Promise<DirectoryAccount> {
  return db.one(sql.type(directoryAccount)`
    ${accountColumns} where realm_id = ${realmId} and issuer = ${directoryIssuer} and subject = ${subject}
  `);
}

interface Ref {
  readonly realmId: number;
  readonly userId: number;
}

/** Notes which picture an account was given. */
export async function upsertPersonPicture(
  tx: Transaction,
  { realmId, userId }: Ref,
  { hash, stamp }: { readonly hash: string | null; readonly stamp: string | null },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into directory_person (realm_id, user_id, picture_stamp, picture_hash)
    values (${realmId}, ${userId}, ${stamp}, ${hash})
    on conflict (realm_id, user_id) do update
    set picture_stamp = excluded.picture_stamp, picture_hash = excluded.picture_hash
  `);
}

/** Notes since when the directory lacks somebody; null when it has them again. */
export async function upsertPersonGone(
  tx: Transaction,
  { realmId, userId }: Ref,
  goneAt: Date | null,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into directory_person (realm_id, user_id, gone_at)
    values (${realmId}, ${userId}, ${goneAt === null ? null : goneAt.toISOString()}::timestamptz)
    on conflict (realm_id, user_id) do update set gone_at = excluded.gone_at
  `);
}

/** Tells whether somebody of the organization's directory has the account. */
export function isDirectoryAccount(db: Connection, { realmId, userId }: Ref): Promise<boolean> {
  return db.oneFirst(sql.type(z.object({ isOne: z.boolean() }))`
    select exists (
      select from external_identity
      where realm_id = ${realmId} and user_id = ${userId} and issuer = ${directoryIssuer}
    ) as "isOne"
  `);
}
