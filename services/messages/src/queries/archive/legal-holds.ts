import { type HoldRecord, holdRecord } from "@team-chat/contract";
import { type Connection, type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { type Holder, keyOf, userOf } from "../../values/holder.ts";

interface NewHold extends Pick<HoldRecord, "channelId" | "reason" | "userId"> {
  readonly by: Holder;
  readonly nowMs: number;
}

const seconds = (column: string) =>
  sql.fragment`floor(extract(epoch from ${sql.identifier([column])}))::int8`;
const time = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`;

/**
 * Lets no hold begin or end before the transaction is over, while others that empty the archive go on, or with
 * `alone` lets nobody empty it meanwhile.
 */
export async function lockHolds(
  tx: Transaction,
  realmId: number,
  { alone }: { readonly alone: boolean },
): Promise<void> {
  const key = sql.fragment`hashtextextended(${`legal holds of ${realmId}`}, 0)`;
  await tx.query(
    alone
      ? sql.unsafe`select pg_advisory_xact_lock(${key})`
      : sql.unsafe`select pg_advisory_xact_lock_shared(${key})`,
  );
}

/**
 * Begins a hold; null when there is one of the person or channel, by owners or by operators as this one. Needs the lock
 * of `lockHolds`, alone.
 */
export async function insertHold(
  tx: Transaction,
  realmId: number,
  { by, channelId, nowMs, reason, userId }: NewHold,
): Promise<number | null> {
  const id = await tx.maybeOneFirst(sql.type(z.object({ id: z.number() }))`
    insert into legal_hold (realm_id, user_id, channel_id, reason, begun_by, begun_key, begun_at)
    values (${realmId}, ${userId}::int8, ${channelId}::int8, ${reason}, ${userOf(by)}::int8, ${keyOf(by)}::text, ${time(nowMs)})
    on conflict do nothing returning id`);
  return id ?? null;
}

/** Notes that an organization is being deleted. Needs the lock of `lockHolds`, alone. */
export async function insertClosingRealm(tx: Transaction, realmId: number): Promise<void> {
  await tx.query(sql.unsafe`
    insert into closing_realm (realm_id) values (${realmId}) on conflict do nothing`);
}

/** Tells whether the organization is being deleted. */
export function isClosing(tx: Transaction, realmId: number): Promise<boolean> {
  return tx.exists(sql.unsafe`select from closing_realm where realm_id = ${realmId}`);
}

/** Ends a hold; false when none with this id is on that owners know of, where an owner ends it. */
export async function endHold(
  tx: Transaction,
  realmId: number,
  { by, id, nowMs }: { readonly id: number; readonly by: Holder; readonly nowMs: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    update legal_hold set ended_by = ${userOf(by)}::int8, ended_key = ${keyOf(by)}::text, ended_at = ${time(nowMs)}
    where realm_id = ${realmId} and id = ${id} and ended_at is null and ${isKnownTo(by)}`);
  return rowCount === 1;
}

/** Owners know of holds that owners began, operators of all. */
function isKnownTo(by: Holder): Fragment {
  return "key" in by ? sql.fragment`true` : sql.fragment`begun_by is not null`;
}

const columns = sql.fragment`id, user_id as "userId", channel_id as "channelId", reason, begun_by as "begunBy",
  begun_key as "begunKey", ${seconds("begun_at")} as "begunAt", ended_by as "endedBy", ended_key as "endedKey",
  ${seconds("ended_at")} as "endedAt"`;

interface HoldPage {
  readonly by: "owners" | "anybody";
  readonly beforeId: number | null;
  readonly limit: number;
}

/** Lists holds that owners began, or all, the newest first: those before the id, or from the newest on. */
export function listHoldRows(
  db: Connection,
  realmId: number,
  { beforeId, by, limit }: HoldPage,
): Promise<readonly HoldRecord[]> {
  return db.any(sql.type(holdRecord)`
    select ${columns} from legal_hold
    where realm_id = ${realmId} and (${beforeId}::int8 is null or id < ${beforeId})
      and (${by === "anybody"} or begun_by is not null)
    order by id desc limit ${limit}`);
}

/** Finds a hold. */
export function findHold(db: Connection, realmId: number, id: number): Promise<HoldRecord | null> {
  return db.maybeOne(sql.type(holdRecord)`
    select ${columns} from legal_hold where realm_id = ${realmId} and id = ${id}`);
}

/** Counts the holds that are on. */
export function countHolds(db: Connection, realmId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from legal_hold where realm_id = ${realmId} and ended_at is null`);
}

/** Counts the holds that are on and that owners, or operators, began. */
export function countHoldsOf(db: Connection, realmId: number, by: Holder): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from legal_hold
    where realm_id = ${realmId} and ended_at is null and (begun_by is null) = ${"key" in by}`);
}

/**
 * Writes the condition that a hold `h` covers a message `m`, live or archived: of a person it is what they sent and the
 * direct messages that they received, of a channel also what was moved out of it.
 */
export function isCovered(): Fragment {
  return sql.fragment`(
    h.user_id = m.sender_id or h.channel_id = m.channel_id
    or m.edit_history @> jsonb_build_array(jsonb_build_object('prev_stream', h.channel_id))
    or m.channel_id is null and exists (
      select from recipient r
      where r.realm_id = m.realm_id and r.id = m.recipient_id and h.user_id = any(r.participants)))`;
}

/** Writes the condition that a hold that is on covers a message `m`. */
export function isHeld(): Fragment {
  return sql.fragment`exists (
    select from legal_hold h where h.realm_id = m.realm_id and h.ended_at is null and ${isCovered()})`;
}
