import type { Claim } from "@team-chat/delivery";
import { type Connection, sql } from "@team-chat/pg";

import { type ClaimedDelivery, claimedDelivery } from "./deliveries.ts";

/** Calls of one endpoint at a time, by one process. */
const maxCalls = 4;
/** After this many tries without success in a row an endpoint gets one call at a time, and pauses. */
export const failuresBeforePause = 5;
/**
 * Due deliveries of an organization looked at to choose from; what is over each endpoint's limit comes with a later
 * claim.
 */
const candidates = 2000;
/** Of those, the next in turn: more than a claim takes, as others may take some at the same moment. */
const candidatesOfClaim = 1024;

/** Columns of a claimed delivery, beside what is known of its endpoint. */
const columns = sql.fragment`
  delivery.realm_id as "realmId", delivery.id, bot_id as "botId", message_id as "messageId", trigger, message, state, round,
  attempts, reply_attempts as "replyAttempts", next_attempt_at as "nextAttemptAt", coalesce(expires_at, created_at + interval '78 hours') as "expiresAt", late_at as "lateAt", claimed_by as "claimedBy",
  reply, reply_widget as "replyWidget", failure, tells_owner as "tellsOwner", last_status as "lastStatus", last_error as "lastError", last_response as "lastResponse", traceparent`;

/** Number of a bot's calls that are under way in this process. */
export interface Busy {
  readonly realmId: number;
  readonly botId: number;
  readonly calls: number;
}

interface LateClaim extends Claim {
  readonly limit: number;
  readonly now: Date;
}

interface ClaimRequest extends LateClaim {
  readonly busy: readonly Busy[];
}

/**
 * Takes at most `limit` due deliveries, for the owner until `until`; others pass them over meanwhile. Organizations
 * take turns, counting what is under way, so that none waits for what another has waiting; of each the longest due come
 * first, and few of each endpoint.
 */
export function claimDue(
  db: Connection,
  { limit, now, busy, owner, until }: ClaimRequest,
): Promise<readonly ClaimedDelivery[]> {
  const at = sql.fragment`${now.toISOString()}::timestamptz`;
  const free = sql.fragment`state in ('pending', 'replying') and (claimed_until is null or claimed_until <= ${at})`;
  const room = sql.fragment`case when coalesce(failures, 0) >= ${failuresBeforePause} then 1 else ${maxCalls} end`;
  const calls = busy.map((one) => [one.realmId, one.botId, one.calls]);
  // NOTE: materialized, because a plan that ran the subquery again would lock and claim more than the limit.
  return db.any(sql.type(claimedDelivery)`
    with recursive waiting as (
      (select realm_id from delivery where state in ('pending', 'replying') order by realm_id limit 1)
      union all
      select (select min(delivery.realm_id) from delivery where state in ('pending', 'replying') and delivery.realm_id > waiting.realm_id)
      from waiting where waiting.realm_id is not null
    ), busy as materialized (
      select * from ${sql.unnest(calls, ["int8", "int8", "int4"])} as busy(realm_id, bot_id, calls)
    ), due as (
      select of_realm.* from waiting cross join lateral (
        select realm_id, bot_id, id, next_attempt_at, coalesce(failures, 0) as failures, gone_url, coalesce(calls, 0) as calls
        from delivery left join endpoint using (realm_id, bot_id) left join busy using (realm_id, bot_id)
        where realm_id = waiting.realm_id and next_attempt_at <= ${at} and ${free} and coalesce(calls, 0) < ${room}
          and (state = 'replying' or paused_until is null or paused_until <= ${at})
        order by next_attempt_at limit ${candidates}
      ) of_realm
    ), ranked as (
      select *, calls + row_number() over (partition by realm_id, bot_id order by next_attempt_at, id) as place from due
    ), busy_realm as materialized (
      select realm_id, sum(calls) as calls from busy group by realm_id
    ), in_turn as materialized (
      select ranked.*, row_number() over (partition by realm_id order by next_attempt_at, id) + coalesce(busy_realm.calls, 0) as turn
      from ranked left join busy_realm using (realm_id) where place <= ${room}
      order by turn, next_attempt_at limit ${candidatesOfClaim}
    ), taken as materialized (
      select delivery.realm_id, delivery.id, in_turn.failures, in_turn.gone_url
      from delivery join in_turn on in_turn.realm_id = delivery.realm_id and in_turn.id = delivery.id
      where delivery.next_attempt_at <= ${at} and ${free}
      order by turn, delivery.next_attempt_at limit ${limit} for update of delivery skip locked
    )
    update delivery set claimed_by = ${owner}, claimed_until = ${until.toISOString()}::timestamptz,
      attempts = attempts + (state = 'pending')::int, reply_attempts = reply_attempts + (state = 'replying')::int
    from taken where delivery.realm_id = taken.realm_id and delivery.id = taken.id
    returning ${columns}, taken.failures, taken.gone_url as "goneUrl", false as "isLate"`);
}

/**
 * Takes at most `limit` deliveries whose conversation is to be told that the bot does not answer, for the owner until
 * `until`; what is due for a try is left to that.
 */
export function claimLate(
  db: Connection,
  { limit, now, owner, until }: LateClaim,
): Promise<readonly ClaimedDelivery[]> {
  const at = sql.fragment`${now.toISOString()}::timestamptz`;
  const late = sql.fragment`state = 'pending' and late_at <= ${at} and (claimed_until is null or claimed_until <= ${at})`;
  return db.any(sql.type(claimedDelivery)`
    with taken as materialized (
      select delivery.realm_id, delivery.id from delivery left join endpoint using (realm_id, bot_id)
      where ${late} and (next_attempt_at > ${at} or paused_until > ${at})
      order by late_at limit ${limit} for update of delivery skip locked
    )
    update delivery set claimed_by = ${owner}, claimed_until = ${until.toISOString()}::timestamptz
    from taken where delivery.realm_id = taken.realm_id and delivery.id = taken.id
    returning ${columns}, 0 as failures, null as "goneUrl", true as "isLate"`);
}

/** Prolongs the owner's claims on these deliveries, as far as it still has them. */
export async function renewClaims(
  db: Connection,
  deliveries: readonly Pick<ClaimedDelivery, "id" | "realmId">[],
  { owner, until }: Claim,
): Promise<void> {
  const keys = deliveries.map(({ id, realmId }) => [realmId, id]);
  await db.query(sql.unsafe`
    update delivery set claimed_until = ${until.toISOString()}::timestamptz
    from ${sql.unnest(keys, ["int8", "int8"])} as held(realm_id, id)
    where delivery.realm_id = held.realm_id and delivery.id = held.id and claimed_by = ${owner}`);
}
