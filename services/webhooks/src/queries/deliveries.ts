import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const delivery = z.object({
  realmId: z.number(),
  id: z.number(),
  botId: z.number(),
  messageId: z.number(),
  trigger: z.enum(["mention", "direct_message"]),
  /** JSON text of the message in its widest form. */
  message: z.string(),
  state: z.enum(["pending", "replying", "done", "failed"]),
  /** Number of times that the owner asked for it again. */
  round: z.number(),
  attempts: z.number(),
  replyAttempts: z.number(),
  nextAttemptAt: z.date(),
  expiresAt: z.date(),
  /** Time at which the conversation is told that the bot does not answer; null once it was. */
  lateAt: z.date().nullable(),
  /** The process that works on it. */
  claimedBy: z.string(),
  reply: z.string().nullable(),
  /** JSON text of the form that goes with the reply. */
  replyWidget: z.string().nullable(),
  /** Why it failed for good, while `replying` tells it. */
  failure: z.string().nullable(),
  tellsOwner: z.boolean(),
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
  lastResponse: z.string().nullable(),
  /** The trace of the request that it follows from. */
  traceparent: z.string().nullable(),
});

/** A delivery that a process works on. */
export type Delivery = z.infer<typeof delivery>;

const claimed = delivery.extend({
  /** True if the step is to tell that the bot does not answer. */
  isLate: z.boolean(),
  /** Tries without success since the endpoint's last one that had it, of all its deliveries. */
  failures: z.number(),
  /** The address of the bot that answered 410. */
  goneUrl: z.string().nullable(),
});

/** A delivery as it was when a process claimed it, and what was known of its endpoint. */
export type ClaimedDelivery = z.infer<typeof claimed>;

export type NewDelivery = Pick<
  Delivery,
  "botId" | "message" | "messageId" | "realmId" | "traceparent" | "trigger"
>;

interface Times {
  readonly now: Date;
  readonly expiresAt: Date;
  readonly lateAt: Date;
  /** So many may begin in a minute, and after a rest at once; null for no limit. */
  readonly perMinute: number | null;
}

/**
 * Notes deliveries of one organization and counts them; those that exist already stay as they are. They are due at
 * once, or in their turn when they are too many, or when their endpoint's pause ends. All their times are as much later
 * as their turn is (docs/hosting.md#quotas).
 */
export async function insertDeliveries(
  db: Connection,
  deliveries: readonly NewDelivery[],
  { now, expiresAt, lateAt, perMinute }: Times,
): Promise<void> {
  const rows = deliveries.map((one) => [
    one.realmId,
    one.botId,
    one.messageId,
    one.trigger,
    one.message,
    one.traceparent,
  ]);
  const at = sql.fragment`${now.toISOString()}::timestamptz`;
  // Whoever has rested for a minute may begin as many at once.
  const rested = sql.fragment`(${at} - interval '1 minute')`;
  const between = sql.fragment`interval '1 minute' / ${perMinute}::int4`;
  await db.query(sql.unsafe`
    with new as materialized (
      select given.*, row_number() over () as nth
      from ${sql.unnest(rows, ["int8", "int8", "int8", "text", "text", "text"])} as given(realm_id, bot_id, message_id, trigger, message, traceparent)
      where not exists (
        select from delivery where realm_id = given.realm_id and message_id = given.message_id and bot_id = given.bot_id
      )
    ), pace as (
      insert into delivery_pace as kept (realm_id, next_at)
      select realm_id, ${rested} + count(*) * ${between} from new where ${perMinute}::int4 is not null group by realm_id
      on conflict (realm_id) do update set next_at = greatest(kept.next_at, ${rested}) + (excluded.next_at - ${rested})
      returning realm_id, next_at
    ), timed as (
      select new.*, coalesce(greatest(${at}, next_at - ((select count(*) from new) - nth) * ${between}), ${at}) as turn_at
      from new left join pace using (realm_id)
    ), added as (
    insert into delivery (realm_id, bot_id, message_id, trigger, message, traceparent, next_attempt_at, created_at, expires_at, late_at)
    select realm_id, bot_id, message_id, trigger, message, timed.traceparent, greatest(turn_at, paused_until), ${at},
      ${expiresAt.toISOString()}::timestamptz + (turn_at - ${at}), ${lateAt.toISOString()}::timestamptz + (turn_at - ${at})
    from timed left join endpoint using (realm_id, bot_id)
    on conflict (realm_id, message_id, bot_id) do nothing
    returning realm_id
    )
    insert into delivery_day as kept (realm_id, day, deliveries)
    select realm_id, (${at} at time zone 'utc')::date, count(*) from added group by realm_id order by realm_id
    on conflict (realm_id, day) do update set deliveries = kept.deliveries + excluded.deliveries`);
}

/**
 * Records how far a claimed delivery has come and lets it go, another post not before its endpoint's pause ends; does
 * nothing when the claim has passed to another process.
 */
export async function updateClaimed(db: Connection, next: Delivery, now: Date): Promise<void> {
  const pause =
    next.state === "pending"
      ? sql.fragment`(select paused_until from endpoint where realm_id = ${next.realmId} and bot_id = ${next.botId})`
      : sql.fragment`null`;
  const finishedAt = next.state === "done" || next.state === "failed" ? now.toISOString() : null;
  await db.query(sql.unsafe`
    update delivery set state = ${next.state}, attempts = ${next.attempts}, reply_attempts = ${next.replyAttempts},
      next_attempt_at = greatest(${next.nextAttemptAt.toISOString()}::timestamptz, ${pause}), claimed_by = null, claimed_until = null,
      reply = ${next.reply}, reply_widget = ${next.replyWidget}, failure = ${next.failure}, tells_owner = ${next.tellsOwner}, last_status = ${next.lastStatus},
      last_error = ${next.lastError}, last_response = ${next.lastResponse}, finished_at = ${finishedAt}::timestamptz,
      late_at = ${next.lateAt?.toISOString() ?? null}::timestamptz
    where realm_id = ${next.realmId} and id = ${next.id} and claimed_by = ${next.claimedBy}`);
}

const waiting = z.object({
  count: z.number(),
  overdueSeconds: z.number(),
  firstEnd: z.date().nullable(),
});

/**
 * Counts the deliveries that are not finished, and tells for how long the first of them has been due, and when the
 * first would be given up on.
 */
export function countWaiting(db: Connection, now: Date): Promise<z.infer<typeof waiting>> {
  return db.one(sql.type(waiting)`
    select
      count(*) as count,
      greatest(coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(next_attempt_at)), 0), 0)::float8
        as "overdueSeconds",
      min(coalesce(expires_at, created_at + interval '78 hours')) as "firstEnd"
    from delivery where state in ('pending', 'replying')`);
}

/** Forgets up to a thousand deliveries that were finished before; resolves to how many. */
export async function deleteFinished(db: Connection, before: Date): Promise<number> {
  const { rowCount } = await db.query(sql.unsafe`
    delete from delivery where (realm_id, id) in (
      select realm_id, id from delivery where finished_at < ${before.toISOString()}::timestamptz limit 1000 for update skip locked
    )`);
  return rowCount;
}

/** The row shape that claiming answers. */
export const claimedDelivery = claimed;
