import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const versions = z.object({
  version: z.number(),
  authVersion: z.number(),
  /** Of the last change of whom guests see; 0 when that was never limited. */
  visibilityVersion: z.number(),
});

export type Versions = z.infer<typeof versions>;

/**
 * Raises the version and returns it, to be stamped on the rows that this transaction changes. `auth` when keys,
 * addresses, roles or activity change; `reset` when all cached keys of the realm are to be forgotten.
 */
export function bumpVersion(
  tx: Transaction,
  realmId: number,
  change: { readonly auth?: boolean; readonly reset?: boolean } = {},
): Promise<Versions> {
  const authStep = change.auth === true || change.reset === true ? 1 : 0;
  const reset = change.reset === true;
  return tx.one(sql.type(versions)`
    update realm_version
    set
      version = version + 1,
      auth_version = auth_version + ${authStep},
      auth_reset = case when ${reset} then auth_version + 1 else auth_reset end
    where realm_id = ${realmId}
    returning version, auth_version as "authVersion", sight_version as "visibilityVersion"
  `);
}

/** Loads the realm's current version. Throws when there is no such realm. */
export function loadVersion(db: Connection, realmId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ version: z.number() }))`
    select version from realm_version where realm_id = ${realmId}
  `);
}

/** Loads the versions of the realm and of its visibilities. */
export function loadVisibilityVersions(
  db: Connection,
  realmId: number,
): Promise<Pick<Versions, "version" | "visibilityVersion">> {
  return db.one(sql.type(versions.omit({ authVersion: true }))`
    select version, sight_version as "visibilityVersion" from realm_version where realm_id = ${realmId}
  `);
}

/** Lets nobody change whom guests see until this transaction ends. */
export async function shareVisibilities(tx: Transaction, realmId: number): Promise<Versions> {
  return tx.one(sql.type(versions)`
    select version, auth_version as "authVersion", sight_version as "visibilityVersion"
    from realm_version where realm_id = ${realmId} for share
  `);
}

/** Starts the realm's versions at 1. */
export async function insertVersion(tx: Transaction, realmId: number): Promise<Versions> {
  return tx.one(sql.type(versions)`
    insert into realm_version (realm_id, version, auth_version, auth_reset) values (${realmId}, 1, 1, 0)
    returning version, auth_version as "authVersion", sight_version as "visibilityVersion"
  `);
}
