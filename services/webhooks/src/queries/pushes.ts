import type { Claim } from "@team-chat/delivery";
import { type Connection, type Fragment, sql } from "@team-chat/pg";
import { z } from "zod";

const push = z.object({
  realmId: z.number(),
  id: z.number(),
  subscriptionId: z.number(),
  userId: z.number(),
  messageId: z.number(),
  conversation: z.string(),
  state: z.enum(["pending", "shown", "closing", "done", "failed"]),
  content: z.string().nullable(),
  attempts: z.number(),
  nextAttemptAt: z.date(),
  expiresAt: z.date(),
  /** The process that works on it. */
  claimedBy: z.string(),
  lastStatus: z.number().nullable(),
  traceparent: z.string().nullable(),
});

/** Push of one message to one subscription. */
export type Push = z.infer<typeof push>;

const claimed = push.extend({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  sessionId: z.number().nullable(),
  keyId: z.number().nullable(),
  accessMark: z.string().nullable(),
});

/** A push as it was when a process claimed it, and where it goes. */
export type ClaimedPush = z.infer<typeof claimed>;

export interface NewPush {
  readonly realmId: number;
  readonly userId: number;
  readonly messageId: number;
  readonly conversation: string;
  readonly content: string;
  readonly traceparent: string | null;
}

/** Due pushes looked at to choose from, of which each subscription gets one at a time. */
const candidates = 2000;

/**
 * Notes a push for each subscription of the users; those that exist already stay as they are, but for what was taken
 * back where it is to be pushed `again`.
 */
export async function insertPushes(
  db: Connection,
  pushes: readonly NewPush[],
  {
    again,
    expiresAt,
    now,
  }: { readonly again: boolean; readonly now: Date; readonly expiresAt: Date },
): Promise<boolean> {
  if (pushes.length === 0) return false;
  const rows = pushes.map((one) => [
    one.realmId,
    one.userId,
    one.messageId,
    one.conversation,
    one.content,
    one.traceparent,
  ]);
  const at = sql.fragment`${now.toISOString()}::timestamptz`;
  const { rowCount } = await db.query(sql.unsafe`
    insert into push (realm_id, subscription_id, user_id, message_id, conversation, content, traceparent, next_attempt_at, created_at, expires_at)
    select realm_id, subscription.id, user_id, message_id, conversation, content, traceparent, ${at}, ${at}, ${expiresAt.toISOString()}::timestamptz
    from ${sql.unnest(rows, ["int8", "int8", "int8", "text", "text", "text"])}
        as new(realm_id, user_id, message_id, conversation, content, traceparent)
      join push_subscription as subscription using (realm_id, user_id)
    order by message_id
    on conflict (realm_id, subscription_id, message_id) do update
      set state = 'pending', is_over = false, content = excluded.content, attempts = 0,
        next_attempt_at = excluded.next_attempt_at, expires_at = excluded.expires_at, finished_at = null
      where ${again} and push.is_over and push.claimed_by is null`);
  return rowCount > 0;
}

interface PushClaim extends Claim {
  readonly now: Date;
  readonly limit: number;
  /** Subscriptions that this process is pushing to. */
  readonly busy: readonly { readonly realmId: number; readonly subscriptionId: number }[];
}

/**
 * Takes at most `limit` due pushes, one of each subscription, the oldest message first, for the owner until `until`;
 * others pass them over meanwhile.
 */
export function claimPushes(
  db: Connection,
  { busy, limit, now, owner, until }: PushClaim,
): Promise<readonly ClaimedPush[]> {
  const at = sql.fragment`${now.toISOString()}::timestamptz`;
  const free = sql.fragment`state in ('pending', 'closing') and next_attempt_at <= ${at} and (claimed_until is null or claimed_until <= ${at})`;
  const calls = busy.map((one) => [one.realmId, one.subscriptionId]);
  // NOTE: materialized, because a plan that ran the subquery again would lock and claim more than the limit.
  return db.any(sql.type(claimed)`
    with due as (
      select realm_id, subscription_id, id from push where ${free}
        and not exists (select from ${sql.unnest(calls, ["int8", "int8"])} as busy(realm_id, subscription_id)
          where busy.realm_id = push.realm_id and busy.subscription_id = push.subscription_id)
      order by next_attempt_at, id limit ${candidates}
    ), firsts as (
      select realm_id, min(id) as id from due group by realm_id, subscription_id
    ), taken as materialized (
      select push.realm_id, push.id from push join firsts using (realm_id, id)
      where ${free} order by push.next_attempt_at, push.id limit ${limit} for update of push skip locked
    )
    update push set claimed_by = ${owner}, claimed_until = ${until.toISOString()}::timestamptz, attempts = attempts + 1
    from taken, push_subscription as subscription
    where push.realm_id = taken.realm_id and push.id = taken.id
      and subscription.realm_id = push.realm_id and subscription.id = push.subscription_id
    returning push.realm_id as "realmId", push.id, subscription_id as "subscriptionId", push.user_id as "userId", message_id as "messageId",
      conversation, case when is_over then 'closing' else state end as state, content, attempts, next_attempt_at as "nextAttemptAt", expires_at as "expiresAt",
      claimed_by as "claimedBy", last_status as "lastStatus", traceparent,
      endpoint, p256dh, auth, session_id as "sessionId", key_id as "keyId", access_mark as "accessMark"`);
}

/** Prolongs the owner's claims on these pushes, as far as it still has them. */
export async function renewPushClaims(
  db: Connection,
  pushes: readonly Pick<Push, "id" | "realmId">[],
  { owner, until }: Claim,
): Promise<void> {
  const keys = pushes.map(({ id, realmId }) => [realmId, id]);
  await db.query(sql.unsafe`
    update push set claimed_until = ${until.toISOString()}::timestamptz
    from ${sql.unnest(keys, ["int8", "int8"])} as held(realm_id, id)
    where push.realm_id = held.realm_id and push.id = held.id and claimed_by = ${owner}`);
}

/**
 * Records how far a claimed push has come and lets it go; does nothing when the claim has passed to another process.
 * One whose message was read meanwhile is closed next.
 */
export async function updatePush(db: Connection, next: Push, now: Date): Promise<void> {
  const at = sql.fragment`${now.toISOString()}::timestamptz`;
  const isOpen = next.state === "shown" || next.state === "pending";
  await db.query(sql.unsafe`
    update push set
      state = case when is_over and ${isOpen} then 'closing' else ${next.state} end,
      attempts = case when is_over and ${isOpen} then 0 else ${next.attempts} end,
      content = ${next.content}, claimed_by = null, claimed_until = null, last_status = ${next.lastStatus},
      next_attempt_at = ${next.nextAttemptAt.toISOString()}::timestamptz,
      finished_at = case when ${next.state === "pending" || next.state === "closing"} then null else ${at} end
    where realm_id = ${next.realmId} and id = ${next.id} and claimed_by = ${next.claimedBy}`);
}

/** Puts off what else is to be pushed to a subscription that did not take a push. */
export async function putOffPushes(
  db: Connection,
  { realmId, subscriptionId }: Pick<Push, "realmId" | "subscriptionId">,
  until: Date,
): Promise<void> {
  const end = sql.fragment`${until.toISOString()}::timestamptz`;
  await db.query(sql.unsafe`
    update push set next_attempt_at = ${end}
    where realm_id = ${realmId} and subscription_id = ${subscriptionId} and state in ('pending', 'closing')
      and claimed_by is null and next_attempt_at < ${end}`);
}

interface Over {
  readonly realmId: number;
  /** Null for whoever it was pushed to. */
  readonly userId: number | null;
  /** Null for all messages. */
  readonly messageIds: readonly number[] | null;
  readonly now: Date;
}

/**
 * Takes back what was or will be pushed of messages that were read, or are gone. What no try was made of is never
 * pushed; what may be on a device is closed there, unless a newer message has replaced it. Resolves to whether anything
 * is to be pushed for it.
 */
export async function takeBack(db: Connection, over: Over): Promise<boolean> {
  const { messageIds, now, realmId, userId } = over;
  const ofUser: Fragment = userId === null ? sql.fragment`` : sql.fragment`and user_id = ${userId}`;
  const ofMessages: Fragment =
    messageIds === null
      ? sql.fragment``
      : sql.fragment`and message_id = any(${sql.array([...messageIds], "int8")})`;
  const at = sql.fragment`${now.toISOString()}::timestamptz`;
  const isReplaced = sql.fragment`exists (select from push newer where newer.realm_id = push.realm_id
    and newer.subscription_id = push.subscription_id and newer.conversation = push.conversation
    and newer.message_id > push.message_id and newer.state = 'shown')`;
  const closed = await db.any(sql.type(z.object({ state: z.string() }))`
    update push set is_over = true,
      state = over.state,
      attempts = case when push.claimed_by is null then 0 else push.attempts end,
      next_attempt_at = case when over.state = 'closing' then ${at} else push.next_attempt_at end,
      content = case when over.state in ('closing', 'done') then null else push.content end,
      finished_at = case when over.state = 'done' then ${at} else push.finished_at end
    from (
      select realm_id, id, case
        when claimed_by is not null then state
        when (state = 'pending' and attempts = 0) or ${isReplaced} then 'done'
        else 'closing' end as state
      from push
      where realm_id = ${realmId} ${ofUser} ${ofMessages} and state in ('pending', 'shown') and not is_over
      for update
    ) as over
    where push.realm_id = over.realm_id and push.id = over.id
    returning push.state`);
  return closed.some(({ state }) => state === "closing");
}

const waiting = z.object({ count: z.number(), overdueSeconds: z.number(), seconds: z.number() });

/** Counts what is to be pushed, and tells for how long the first has been due, and the oldest wanted. */
export function countWaitingPushes(db: Connection, now: Date): Promise<z.infer<typeof waiting>> {
  const since = (column: Fragment) =>
    sql.fragment`greatest(coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(${column})), 0), 0)::float8`;
  return db.one(sql.type(waiting)`
    select count(*) as count, ${since(sql.fragment`next_attempt_at`)} as "overdueSeconds",
      ${since(sql.fragment`created_at`)} as seconds
    from push where state in ('pending', 'closing')`);
}

/** Forgets up to a thousand pushes that were finished before; resolves to how many. */
export async function deleteFinishedPushes(db: Connection, before: Date): Promise<number> {
  const { rowCount } = await db.query(sql.unsafe`
    delete from push where (realm_id, id) in (
      select realm_id, id from push where finished_at < ${before.toISOString()}::timestamptz limit 1000 for update skip locked
    )`);
  return rowCount;
}
