import { type MailReason, mailReason } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "./account-lock.ts";

interface Batch extends AccountRef {
  readonly key: string;
}

/** Keeps which messages are mailed under a key; resolves to false when something was mailed under it before. */
export async function insertMissedBatch(
  tx: Transaction,
  { key, realmId, userId }: Batch,
  { messageIds, now }: { readonly messageIds: readonly number[]; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    insert into missed_batch (realm_id, user_id, key, message_ids, created_at)
    values (${realmId}, ${userId}, ${key}, ${sql.array([...messageIds], "int8")}, ${now.toISOString()}::timestamptz)
    on conflict do nothing
  `);
  return rowCount > 0;
}

/** Loads which messages were mailed under a key. */
export function loadMissedBatch(
  tx: Transaction,
  { key, realmId, userId }: Batch,
): Promise<readonly number[]> {
  return tx.anyFirst(sql.type(z.object({ id: z.number() }))`
    select unnest(message_ids) as id from missed_batch
    where realm_id = ${realmId} and user_id = ${userId} and key = ${key}
  `);
}

interface Unsubscription {
  readonly reasons: readonly MailReason[];
  /** Null for a direct conversation. */
  readonly channelId: number | null;
}

/** Adds a link with which somebody ends e-mail. */
export async function insertUnsubscription(
  tx: Transaction,
  { realmId, userId }: AccountRef,
  link: Unsubscription & { readonly tokenHash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  const { channelId, expiresAt, reasons, tokenHash } = link;
  await tx.query(sql.unsafe`
    insert into mail_unsubscription (realm_id, token_hash, user_id, reasons, channel_id, expires_at)
    values (
      ${realmId}, ${sql.binary(tokenHash)}, ${userId}, ${sql.array([...reasons], "text")}, ${channelId},
      ${expiresAt.toISOString()}::timestamptz
    )
  `);
}

const found = z.object({
  userId: z.number(),
  role: z.number(),
  reasons: z.array(mailReason),
  channelId: z.number().nullable(),
});

/** Finds whose e-mail a link ends, unless it has expired or the account is deactivated. */
export function findUnsubscription(
  db: Connection,
  realmId: number,
  { now, tokenHash }: { readonly tokenHash: Buffer; readonly now: Date },
): Promise<z.infer<typeof found> | null> {
  return db.maybeOne(sql.type(found)`
    select user_id as "userId", role, reasons, channel_id as "channelId"
    from mail_unsubscription join account using (realm_id, user_id)
    where
      realm_id = ${realmId} and token_hash = ${sql.binary(tokenHash)}
      and expires_at > ${now.toISOString()}::timestamptz and is_active
  `);
}

/**
 * Forgets, of all organizations, what nobody asks about any more: up to a thousand rows of each kind; resolves to how
 * many.
 */
export async function deleteOldMissedMail(
  db: Connection,
  { keptSince, now }: { readonly now: Date; readonly keptSince: Date },
): Promise<number> {
  const since = sql.fragment`${keptSince.toISOString()}::timestamptz`;
  const counts = [
    await db.query(sql.unsafe`
      delete from mail where (realm_id, mail_id) in (
        select realm_id, mail_id from mail
        where is_bulk and next_try_at is null and created_at < ${since} limit 1000
      )`),
    await db.query(sql.unsafe`
      delete from missed_batch where (realm_id, user_id, key) in (
        select realm_id, user_id, key from missed_batch where created_at < ${since} limit 1000
      )`),
    await db.query(sql.unsafe`
      delete from mail_unsubscription where (realm_id, token_hash) in (
        select realm_id, token_hash from mail_unsubscription
        where expires_at < ${now.toISOString()}::timestamptz limit 1000
      )`),
  ];
  return counts.reduce((sum, { rowCount }) => sum + rowCount, 0);
}
