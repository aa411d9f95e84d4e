import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";

const entry = z.object({ key: z.string(), value: z.string() });

export type Entry = z.infer<typeof entry>;

/** Lists the account's entries by key; only those with these keys unless they are null. */
export function listEntries(
  db: Connection,
  own: AccountRef,
  keys: readonly string[] | null,
): Promise<readonly Entry[]> {
  return db.any(sql.type(entry)`
    select key, value from bot_storage
    where
      realm_id = ${own.realmId} and user_id = ${own.userId}
      and (${keys === null} or key = any(${sql.array([...(keys ?? [])], "text")}))
    order by key
  `);
}

/** Counts the characters of the entries with other keys than these. */
export function countOtherCharacters(
  db: Connection,
  own: AccountRef,
  keys: readonly string[],
): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select coalesce(sum(char_length(key) + char_length(value)), 0) as count from bot_storage
    where
      realm_id = ${own.realmId} and user_id = ${own.userId}
      and key <> all(${sql.array([...keys], "text")})
  `);
}

/** Keeps the entries, in the place of those with the same keys. */
export async function upsertEntries(
  tx: Transaction,
  own: AccountRef,
  entries: readonly Entry[],
): Promise<void> {
  const keys = entries.map(({ key }) => key);
  const values = entries.map(({ value }) => value);
  await tx.query(sql.unsafe`
    insert into bot_storage (realm_id, user_id, key, value)
    select ${own.realmId}, ${own.userId}, key, value
    from unnest(${sql.array(keys, "text")}, ${sql.array(values, "text")}) as given (key, value)
    on conflict (realm_id, user_id, key) do update set value = excluded.value
  `);
}

/** Forgets the entries with these keys, or all when they are null; returns how many there were. */
export async function deleteEntries(
  tx: Transaction,
  own: AccountRef,
  keys: readonly string[] | null,
): Promise<number> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from bot_storage
    where
      realm_id = ${own.realmId} and user_id = ${own.userId}
      and (${keys === null} or key = any(${sql.array([...(keys ?? [])], "text")}))
  `);
  return rowCount;
}
