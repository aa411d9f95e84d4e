import { type Connection, type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const holdRow = z.object({
  id: z.number(),
  userId: z.number().nullable(),
  channelId: z.number().nullable(),
  reason: z.string(),
  begunBy: z.number(),
  /** UNIX seconds. */
  begunAt: z.number(),
  endedBy: z.number().nullable(),
  endedAt: z.number().nullable(),
});

/** A legal hold, of a person or a channel; it is on until it has ended. */
export type HoldRow = z.output<typeof holdRow>;

interface NewHold extends Pick<HoldRow, "begunBy" | "channelId" | "reason" | "userId"> {
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

/** Begins a hold; null when there is one of the person or channel. Needs the lock of `lockHolds`, alone. */
export async function insertHold(
  tx: Transaction,
  realmId: number,
  { begunBy, channelId, nowMs, reason, userId }: NewHold,
): Promise<number | null> {
  const id = await tx.maybeOneFirst(sql.type(z.object({ id: z.number() }))`
    insert into legal_hold (realm_id, user_id, channel_id, reason, begun_by, begun_at)
    values (${realmId}, ${userId}::int8, ${channelId}::int8, ${reason}, ${begunBy}, ${time(nowMs)})
    on conflict do nothing returning id`);
  return id ?? null;
}

/** Ends a hold; false when none with this id is on. */
export async function endHold(
  tx: Transaction,
  realmId: number,
  { endedBy, id, nowMs }: { readonly id: number; readonly endedBy: number; readonly nowMs: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    update legal_hold set ended_by = ${endedBy}, ended_at = ${time(nowMs)}
    where realm_id = ${realmId} and id = ${id} and ended_at is null`);
  return rowCount === 1;
}

/** Lists holds, the newest first: those before the id, or all. */
export function listHoldRows(
  db: Connection,
  realmId: number,
  { beforeId, limit }: { readonly beforeId: number | null; readonly limit: number },
): Promise<readonly HoldRow[]> {
  return db.any(sql.type(holdRow)`
    select id, user_id as "userId", channel_id as "channelId", reason, begun_by as "begunBy",
      ${seconds("begun_at")} as "begunAt", ended_by as "endedBy", ${seconds("ended_at")} as "endedAt"
    from legal_hold where realm_id = ${realmId} and (${beforeId}::int8 is null or id < ${beforeId})
    order by id desc limit ${limit}`);
}

/** Counts the holds that are on. */
export function countHolds(db: Connection, realmId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from legal_hold where realm_id = ${realmId} and ended_at is null`);
}

/**
 * Writes the condition that a message `m`, live or archived, is held: of a person it is what they sent and the direct
 * messages that they received, of a channel also what was moved out of it.
 */
export function isHeld(): Fragment {
  return sql.fragment`exists (
    select from legal_hold h where h.realm_id = m.realm_id and h.ended_at is null and (
      h.user_id = m.sender_id or h.channel_id = m.channel_id
      or m.edit_history @> jsonb_build_array(jsonb_build_object('prev_stream', h.channel_id))
      or m.channel_id is null and exists (
        select from recipient r
        where r.realm_id = m.realm_id and r.id = m.recipient_id and h.user_id = any(r.participants))))`;
}
