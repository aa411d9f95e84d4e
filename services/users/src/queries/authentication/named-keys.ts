import { keyScopes } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";
import { type KeyOwner, keyOwner, ownerColumns } from "./credentials.ts";

const scopes = z.array(z.enum(keyScopes));
const channelIds = z.array(z.number()).nullable();

const namedKey = z.object({
  id: z.number(),
  name: z.string(),
  beginning: z.string(),
  scopes,
  /** Null where it is not limited to channels. */
  channelIds,
  createdAt: z.date(),
  createdBy: z.number(),
  /** Null for never. */
  expiresAt: z.date().nullable(),
  /** Null before the first use. */
  usedAt: z.date().nullable(),
});

export type NamedKey = z.output<typeof namedKey>;

const columns = sql.fragment`
  key_id as id, name, beginning, scopes, channel_ids as "channelIds", created_at as "createdAt",
  created_by as "createdBy", expires_at as "expiresAt", used_at as "usedAt"
`;

/** Lists the account's keys beside the one that every account has, the newest first; also those that have expired. */
export function listNamedKeys(db: Connection, own: AccountRef): Promise<readonly NamedKey[]> {
  return db.any(sql.type(namedKey)`
    select ${columns} from named_key
    where realm_id = ${own.realmId} and user_id = ${own.userId}
    order by key_id desc
  `);
}

/** Counts the keys that `listNamedKeys` lists. */
export function countNamedKeys(db: Connection, own: AccountRef): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from named_key where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
}

interface NewNamedKey extends Omit<NamedKey, "id" | "usedAt"> {
  readonly hash: Buffer;
}

/** Adds a key. */
export function insertNamedKey(
  tx: Transaction,
  own: AccountRef,
  key: NewNamedKey,
): Promise<NamedKey> {
  return tx.one(sql.type(namedKey)`
    insert into named_key (
      realm_id, user_id, key_hash, beginning, name, scopes, channel_ids, created_at, created_by, expires_at
    ) values (
      ${own.realmId}, ${own.userId}, ${sql.binary(key.hash)}, ${key.beginning}, ${key.name},
      ${sql.array([...key.scopes], "text")},
      ${key.channelIds === null ? null : sql.array([...key.channelIds], "int8")},
      ${sql.timestamp(key.createdAt)}, ${key.createdBy},
      ${key.expiresAt === null ? null : sql.timestamp(key.expiresAt)}
    )
    returning ${columns}
  `);
}

/** Deletes a key; tells whether it was there. */
export async function deleteNamedKey(
  tx: Transaction,
  own: AccountRef,
  id: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from named_key where realm_id = ${own.realmId} and user_id = ${own.userId} and key_id = ${id}
  `);
  return rowCount > 0;
}

/** Deletes the account's keys but for the one that every account has. */
export async function deleteNamedKeys(tx: Transaction, own: AccountRef): Promise<void> {
  await tx.query(sql.unsafe`
    delete from named_key where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
}

/** Deletes the keys of all accounts of the organization, but for the one that every account has. */
export async function deleteRealmNamedKeys(tx: Transaction, realmId: number): Promise<void> {
  await tx.query(sql.unsafe`delete from named_key where realm_id = ${realmId}`);
}

interface NamedKeyRef extends AccountRef {
  readonly keyId: number;
}

/** Notes that a key is used; in a transaction of its own, since nobody else hears of it. */
export async function updateKeyUsed(db: Connection, own: NamedKeyRef, now: Date): Promise<void> {
  await db.query(sql.unsafe`
    update named_key set used_at = ${sql.timestamp(now)}
    where realm_id = ${own.realmId} and user_id = ${own.userId} and key_id = ${own.keyId}
  `);
}

/** Tells whether the user has the key, and it is good at a moment. */
export function hasNamedKey(db: Connection, own: NamedKeyRef, now: Date): Promise<boolean> {
  return db.oneFirst(sql.type(z.object({ exists: z.boolean() }))`
    select exists (
      select from named_key
      where
        realm_id = ${own.realmId} and user_id = ${own.userId} and key_id = ${own.keyId}
        and (expires_at is null or expires_at > ${sql.timestamp(now)})
    )
  `);
}

const namedKeyOwner = keyOwner.extend({
  keyId: z.number(),
  scopes,
  channelIds,
  expiresAt: z.date().nullable(),
  usedAt: z.date().nullable(),
});

/** Account with a key of which what it may be used for is known. */
export type NamedKeyOwner = KeyOwner & z.output<typeof namedKeyOwner>;

/** Finds the account with this key, in whichever organization, or null. */
export function findNamedKeyOwner(db: Connection, hash: Buffer): Promise<NamedKeyOwner | null> {
  return db.maybeOne(sql.type(namedKeyOwner)`
    select
      ${ownerColumns}, key_id as "keyId", scopes, channel_ids as "channelIds", expires_at as "expiresAt",
      used_at as "usedAt"
    from named_key join account using (realm_id, user_id) join realm using (realm_id)
    where key_hash = ${sql.binary(hash)}
  `);
}
