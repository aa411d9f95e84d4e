import { type Connection, type HotPool, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const row = z.object({ version: z.number() });

/**
 * Locks the realm's version until the transaction ends: whoever changes the realm's channels or subscriptions does this
 * first.
 */
export async function lockRealm(tx: Transaction, realmId: number): Promise<void> {
  const locked = await tx.maybeOne(
    sql.type(row)`select version from realm_version where realm_id = ${realmId} for update`,
  );
  if (locked) return;
  await tx.query(
    sql.unsafe`insert into realm_version (realm_id, version) values (${realmId}, 0) on conflict do nothing`,
  );
  await tx.one(
    sql.type(row)`select version from realm_version where realm_id = ${realmId} for update`,
  );
}

/**
 * Raises the version and returns it, to be stamped on every row changed by this transaction, which has locked the
 * realm.
 */
export async function bumpVersion(tx: Transaction, realmId: number): Promise<number> {
  return tx.oneFirst(
    sql.type(
      row,
    )`update realm_version set version = version + 1 where realm_id = ${realmId} returning version`,
  );
}

/** Finds the current version of the realm's channels; 0 when it never had one. */
export async function findVersion(hot: HotPool, realmId: number): Promise<number> {
  const { rows } = await hot.query<{ version: number }>({
    name: "realm-version",
    text: "select version from realm_version where realm_id = $1",
    values: [realmId],
  });
  return rows[0]?.version ?? 0;
}

/** Finds the version once every change has ended that had the realm's lock when this began. */
export async function findSettledVersion(connection: Connection, realmId: number): Promise<number> {
  const version = await connection.maybeOneFirst(
    sql.type(row)`select version from realm_version where realm_id = ${realmId} for share`,
  );
  return version ?? 0;
}

/** Resolves when the database answers. */
export async function checkDatabase(db: Connection): Promise<void> {
  await db.one(sql.type(z.object({ one: z.int() }))`select 1 as one`);
}
