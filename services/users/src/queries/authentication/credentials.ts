import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

interface UserRef {
  readonly realmId: number;
  readonly userId: number;
}

/** Finds the stored password hash; null for accounts that have none. */
export function findPasswordHash(db: Connection, user: UserRef): Promise<string | null> {
  return db.maybeOneFirst(sql.type(z.object({ hash: z.string() }))`
    select hash from password where realm_id = ${user.realmId} and user_id = ${user.userId}
  `);
}

/** Sets or replaces the password hash. */
export async function upsertPassword(tx: Transaction, user: UserRef, hash: string): Promise<void> {
  await tx.query(sql.unsafe`
    insert into password (realm_id, user_id, hash) values (${user.realmId}, ${user.userId}, ${hash})
    on conflict (realm_id, user_id) do update set hash = excluded.hash
  `);
}

/** Leaves the account without a password. */
export async function deletePassword(tx: Transaction, user: UserRef): Promise<void> {
  await tx.query(sql.unsafe`
    delete from password where realm_id = ${user.realmId} and user_id = ${user.userId}
  `);
}

/** Loads the account's key. Throws when there is no such account: each has one from the beginning. */
export function loadApiKey(db: Connection, user: UserRef): Promise<string> {
  return db.oneFirst(sql.type(z.object({ key: z.string() }))`
    select key from api_key where realm_id = ${user.realmId} and user_id = ${user.userId}
  `);
}

const keyOfUser = z.object({ userId: z.number(), key: z.string() });

/** Lists the keys of these accounts. */
export function listApiKeys(
  db: Connection,
  realmId: number,
  userIds: readonly number[],
): Promise<readonly z.infer<typeof keyOfUser>[]> {
  return db.any(sql.type(keyOfUser)`
    select user_id as "userId", key from api_key
    where realm_id = ${realmId} and user_id = any(${sql.array([...userIds], "int8")})
  `);
}

/** Sets or replaces the account's key. */
export async function upsertApiKey(
  tx: Transaction,
  user: UserRef,
  { key, hash }: { readonly key: string; readonly hash: Buffer },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into api_key (realm_id, user_id, key, key_hash)
    values (${user.realmId}, ${user.userId}, ${key}, ${sql.binary(hash)})
    on conflict (realm_id, user_id) do update set key = excluded.key, key_hash = excluded.key_hash
  `);
}

/**
 * Replaces every key of the organization, which is to forget all cached keys with this change. Keys are made by the
 * database, 122 random bits each, because making many here would hold the event loop.
 */
export async function replaceApiKeys(tx: Transaction, realmId: number): Promise<void> {
  await tx.query(sql.unsafe`
    with fresh as materialized (
      select user_id, replace(gen_random_uuid()::text, '-', '') as key from api_key where realm_id = ${realmId}
    )
    update api_key set key = fresh.key, key_hash = sha256(convert_to(fresh.key, 'UTF8'))
    from fresh where api_key.realm_id = ${realmId} and api_key.user_id = fresh.user_id
  `);
}

/** Form of an account as it is found by a key. */
export const keyOwner = z.object({
  realmId: z.number(),
  userId: z.number(),
  deliveryEmail: z.string(),
  role: z.number(),
  isActive: z.boolean(),
  isBot: z.boolean(),
  botType: z.number().nullable(),
  rateLimits: z.string(),
  realmDeactivated: z.boolean(),
});

export type KeyOwner = z.infer<typeof keyOwner>;

/** Columns of a `keyOwner`, of account and realm. */
export const ownerColumns = sql.fragment`
  realm_id as "realmId", user_id as "userId", delivery_email as "deliveryEmail", role,
  is_active as "isActive", is_bot as "isBot", bot_type as "botType", rate_limits as "rateLimits",
  realm.deactivated as "realmDeactivated"
`;

/** Finds the account with this key, in whichever organization, or null. */
export function findKeyOwner(db: Connection, hash: Buffer): Promise<KeyOwner | null> {
  return db.maybeOne(sql.type(keyOwner)`
    select ${ownerColumns}
    from api_key join account using (realm_id, user_id) join realm using (realm_id)
    where key_hash = ${sql.binary(hash)}
    limit 1
  `);
}
