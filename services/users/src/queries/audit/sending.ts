// What is sent to destinations of the audit log, and when (docs/subsystems/audit.md#sending).
import type { Claim } from "@team-chat/delivery";
import { type Connection, type Fragment, sql } from "@team-chat/pg";
import { z } from "zod";

import { type AuditPositions, auditPositions } from "../../values/audit-positions.ts";

const idle = z.object({ realmId: z.number(), id: z.number(), place: auditPositions });

/** A destination to which nothing is known to be sent. */
export type IdleDestination = z.infer<typeof idle>;

interface Page {
  /** Those behind this one; null for the first. */
  readonly after: Pick<IdleDestination, "id" | "realmId"> | null;
  readonly limit: number;
}

/** Lists destinations to which nothing is known to be sent, of organizations that are open, by id. */
export function listIdle(
  db: Connection,
  { after, limit }: Page,
): Promise<readonly IdleDestination[]> {
  const from = after ?? { realmId: 0, id: 0 };
  return db.any(sql.type(idle)`
    select realm_id as "realmId", destination_id as id, place
    from audit_destination join realm using (realm_id)
    where due_at is null and not is_paused and not deactivated
      and (realm_id, destination_id) > (${from.realmId}, ${from.id})
    order by realm_id, destination_id
    limit ${limit}`);
}

/** Has something sent to these destinations. */
export async function markDue(
  db: Connection,
  destinations: readonly IdleDestination[],
  now: Date,
): Promise<void> {
  const keys = destinations.map(({ id, realmId }) => [realmId, id]);
  await db.query(sql.unsafe`
    update audit_destination d set due_at = ${sql.timestamp(now)}
    from ${sql.unnest(keys, ["int8", "int8"])} as found(realm_id, id)
    where d.realm_id = found.realm_id and d.destination_id = found.id and due_at is null and not is_paused`);
}

const claimed = idle.extend({
  name: z.string(),
  url: z.string(),
  sealed: z.string(),
  /** Tries without success before this one. */
  failures: z.number(),
  failingSince: z.date().nullable(),
  claimedBy: z.string(),
  traceparent: z.null(),
});

/** A destination that a process sends to. */
export type ClaimedDestination = z.infer<typeof claimed>;

/**
 * Takes at most `limit` destinations that are due, those first that are longest, for the owner until `until`; others
 * pass them over meanwhile. Nothing is sent for an organization that is suspended.
 */
export function claimDestinations(
  db: Connection,
  { limit, now, owner, until }: Claim & { readonly limit: number; readonly now: Date },
): Promise<readonly ClaimedDestination[]> {
  const at = sql.timestamp(now);
  // NOTE: materialized, because a plan that ran the subquery again would lock and claim more than the limit.
  return db.any(sql.type(claimed)`
    with taken as materialized (
      select realm_id, destination_id from audit_destination join realm using (realm_id)
      where due_at <= ${at} and (claimed_until is null or claimed_until <= ${at}) and not deactivated
      order by due_at limit ${limit} for update of audit_destination skip locked
    )
    update audit_destination d set claimed_by = ${owner}, claimed_until = ${sql.timestamp(until)}
    from taken where d.realm_id = taken.realm_id and d.destination_id = taken.destination_id
    returning d.realm_id as "realmId", d.destination_id as id, name, url, sealed, place, failures,
      failing_since as "failingSince", claimed_by as "claimedBy", null as traceparent`);
}

/** Prolongs the owner's claims on these destinations, as far as it still has them. */
export async function renewDestinationClaims(
  db: Connection,
  destinations: readonly ClaimedDestination[],
  { owner, until }: Claim,
): Promise<void> {
  const keys = destinations.map(({ id, realmId }) => [realmId, id]);
  await db.query(sql.unsafe`
    update audit_destination d set claimed_until = ${sql.timestamp(until)}
    from ${sql.unnest(keys, ["int8", "int8"])} as held(realm_id, id)
    where d.realm_id = held.realm_id and d.destination_id = held.id and claimed_by = ${owner}`);
}

/** Outcome of a try; `dueAt` is the time of the next one, null for none until there is something new. */
interface Outcome {
  readonly dueAt: Date | null;
}

/** Lets a destination go that was sent nothing; like all that follow, only while the claim has not passed on. */
export async function letGo(
  db: Connection,
  { claimedBy, id, realmId }: ClaimedDestination,
  { dueAt }: Outcome,
): Promise<void> {
  await db.query(sql.unsafe`
    update audit_destination set due_at = ${timeOrNull(dueAt)}, claimed_by = null, claimed_until = null
    where realm_id = ${realmId} and destination_id = ${id} and claimed_by = ${claimedBy}`);
}

/** Notes that a destination has taken everything up to a place. */
export async function advance(
  db: Connection,
  { claimedBy, id, realmId }: ClaimedDestination,
  { dueAt, now, place }: Outcome & { readonly now: Date; readonly place: AuditPositions },
): Promise<void> {
  await db.query(sql.unsafe`
    update audit_destination set place = ${sql.jsonb(place)}, due_at = ${timeOrNull(dueAt)}, failures = 0, failing_since = null,
      last_failure = null, last_success_at = ${sql.timestamp(now)}, claimed_by = null, claimed_until = null
    where realm_id = ${realmId} and destination_id = ${id} and claimed_by = ${claimedBy}`);
}

/** Moves a destination back to a place from which it is sent everything again; false when the claim has passed on. */
export async function moveBack(
  db: Connection,
  { claimedBy, id, realmId }: ClaimedDestination,
  place: AuditPositions,
): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update audit_destination set place = ${sql.jsonb(place)}, claimed_by = null, claimed_until = null
    where realm_id = ${realmId} and destination_id = ${id} and claimed_by = ${claimedBy}`);
  return rowCount === 1;
}

interface Failure {
  readonly failure: string;
  readonly now: Date;
  /** Time of the next try; null pauses the destination. */
  readonly dueAt: Date | null;
}

/** Notes that a try had no success; false when the claim has passed on. */
export async function fail(
  db: Connection,
  { claimedBy, id, realmId }: ClaimedDestination,
  { dueAt, failure, now }: Failure,
): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update audit_destination set failures = failures + 1, failing_since = coalesce(failing_since, ${sql.timestamp(now)}),
      last_failure = ${failure}, due_at = ${timeOrNull(dueAt)}, is_paused = ${dueAt === null}, claimed_by = null, claimed_until = null
    where realm_id = ${realmId} and destination_id = ${id} and claimed_by = ${claimedBy}`);
  return rowCount === 1;
}

const counts = z.object({
  working: z.number(),
  failing: z.number(),
  paused: z.number(),
  /** For how long the one that fails longest has had no success; 0 when none fails. */
  failingSeconds: z.number(),
  /** For how long the one that is due first, and that nobody sends to, has been due; 0 when none is. */
  overdueSeconds: z.number(),
});

/** Counts the destinations of all organizations that are open, by what becomes of what is sent to them. */
export function countDestinations(db: Connection, now: Date): Promise<z.infer<typeof counts>> {
  const at = sql.timestamp(now);
  const sinceFirst = (of: Fragment, where: Fragment) =>
    sql.fragment`greatest(coalesce(extract(epoch from ${at} - min(${of}) filter (where ${where})), 0), 0)::float8`;
  return db.one(sql.type(counts)`
    select count(*) filter (where not is_paused and failing_since is null) as working,
      count(*) filter (where not is_paused and failing_since is not null) as failing,
      count(*) filter (where is_paused) as paused,
      ${sinceFirst(sql.fragment`failing_since`, sql.fragment`not is_paused`)} as "failingSeconds",
      ${sinceFirst(sql.fragment`due_at`, sql.fragment`claimed_until is null or claimed_until <= ${at}`)} as "overdueSeconds"
    from audit_destination join realm using (realm_id) where not deactivated`);
}

function timeOrNull(time: Date | null) {
  return time === null ? null : sql.timestamp(time);
}
