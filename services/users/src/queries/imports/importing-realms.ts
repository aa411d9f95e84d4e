import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { Versions } from "../organization/versions.ts";

const importingRow = z.object({ realmId: z.number(), key: z.string(), sandbox: z.boolean() });

/** An organization that is not complete yet. */
export type ImportingRealm = z.infer<typeof importingRow>;

/** Notes that an organization is to be taken in, with a secret of its own. */
export async function insertImportingRealm(
  tx: Transaction,
  { realmId, sandbox }: Omit<ImportingRealm, "key">,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into importing_realm (realm_id, key, sandbox) values (${realmId}, gen_random_uuid()::text, ${sandbox})
  `);
}

/** Finds an organization that is not complete yet; null for any other. */
export function findImportingRealm(
  db: Connection,
  realmId: number,
): Promise<ImportingRealm | null> {
  return db.maybeOne(sql.type(importingRow)`
    select realm_id as "realmId", key, sandbox from importing_realm where realm_id = ${realmId}
  `);
}

/** Says of an organization that it is complete, or that it is not to be; false when that was said before. */
export async function deleteImportingRealm(tx: Transaction, realmId: number): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from importing_realm where realm_id = ${realmId}
  `);
  return rowCount > 0;
}

/** Lists the profile fields whose values are users. */
export function listUserFields(db: Connection, realmId: number): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ id: z.number() }))`
    select field_id as id from profile_field where realm_id = ${realmId} and kind = 6
  `);
}

/** Stamps everything that was taken in, so that whoever asks for what is new is shown all of it. */
export async function stampImported(
  tx: Transaction,
  realmId: number,
  { authVersion, version }: Versions,
): Promise<void> {
  // It says once that all of it came.
  await tx.query(sql.unsafe`set local audit.skip = on`);
  await tx.query(sql.unsafe`update realm set version = ${version} where realm_id = ${realmId}`);
  await tx.query(sql.unsafe`
    update account set version = ${version}, auth_version = ${authVersion} where realm_id = ${realmId}
  `);
  await tx.query(
    sql.unsafe`update user_group set version = ${version} where realm_id = ${realmId}`,
  );
}

/** Gives a key to each account that may have one. */
export async function insertKeys(tx: Transaction, realmId: number): Promise<void> {
  await tx.query(sql.unsafe`
    with fresh as materialized (
      select user_id, replace(gen_random_uuid()::text, '-', '') as key from account
      where realm_id = ${realmId} and not is_system_bot
    )
    insert into api_key (realm_id, user_id, key, key_hash)
    select ${realmId}, user_id, key, sha256(convert_to(key, 'UTF8')) from fresh
    on conflict do nothing
  `);
}

/** Looks for a system group or bot that every organization has; returns the names of what is missing. */
export function listMissing(
  db: Connection,
  realmId: number,
  { bots, groups }: { readonly bots: readonly string[]; readonly groups: readonly string[] },
): Promise<readonly string[]> {
  return db.anyFirst(sql.type(z.object({ name: z.string() }))`
    select name from unnest(${sql.array([...groups], "text")}) as name
    where not exists (select from user_group g where g.realm_id = ${realmId} and g.is_system and g.name = name.name)
    union all
    select email from unnest(${sql.array([...bots], "text")}) as email
    where not exists (
      select from account a where a.realm_id = ${realmId} and a.is_system_bot and a.delivery_email = email.email)
  `);
}
