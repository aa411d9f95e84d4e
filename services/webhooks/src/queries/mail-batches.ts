import type { Claim } from "@team-chat/delivery";
import { type Connection, type Database, sql } from "@team-chat/pg";
import { z } from "zod";

import { endMissed, timeOf } from "./missed-messages.ts";

const batch = z.object({
  realmId: z.number(),
  userId: z.number(),
  id: z.number(),
  /** Under which users knows what is mailed now. */
  key: z.string(),
  attempts: z.number(),
  claimedBy: z.string(),
  traceparent: z.null(),
});

/** Somebody to be mailed to, as a process has claimed them. */
export type ClaimedBatch = z.infer<typeof batch>;

/**
 * Takes at most `limit` people who are to be mailed to, those first who wait longest, for the owner until `until`;
 * others pass them over meanwhile. The key stays the same until what is mailed under it is known.
 */
export function claimBatches(
  db: Connection,
  { limit, now, owner, until }: Claim & { readonly now: Date; readonly limit: number },
): Promise<readonly ClaimedBatch[]> {
  // NOTE: materialized, because a plan that ran the subquery again would lock and claim more than the limit.
  return db.any(sql.type(batch)`
    with taken as materialized (
      select realm_id, user_id from mail_batch
      where due_at <= ${timeOf(now)} and (claimed_until is null or claimed_until <= ${timeOf(now)})
      order by due_at limit ${limit} for update skip locked
    )
    update mail_batch set claimed_by = ${owner}, claimed_until = ${timeOf(until)}, attempts = attempts + 1,
      key = coalesce(key, gen_random_uuid())
    from taken where mail_batch.realm_id = taken.realm_id and mail_batch.user_id = taken.user_id
    returning mail_batch.realm_id as "realmId", mail_batch.user_id as "userId", id, key, attempts, claimed_by as "claimedBy",
      null as traceparent`);
}

/** Prolongs the owner's claims on these people, as far as it still has them. */
export async function renewBatchClaims(
  db: Connection,
  batches: readonly ClaimedBatch[],
  { owner, until }: Claim,
): Promise<void> {
  const keys = batches.map(({ realmId, userId }) => [realmId, userId]);
  await db.query(sql.unsafe`
    update mail_batch set claimed_until = ${timeOf(until)}
    from ${sql.unnest(keys, ["int8", "int8"])} as held(realm_id, user_id)
    where mail_batch.realm_id = held.realm_id and mail_batch.user_id = held.user_id and claimed_by = ${owner}`);
}

interface Outcome {
  /** Messages that were mailed, or need not be. */
  readonly doneIds: readonly number[];
  /** Before this nothing more is mailed; null for no such limit. */
  readonly notBefore: Date | null;
  /** True if users knows by now what is mailed under the key: what comes next needs another. */
  readonly isHandedOver: boolean;
}

/**
 * Forgets what was mailed, and lets the person go until the rest is due; does nothing when the claim has passed to
 * another process.
 */
export function finishBatch(
  db: Database,
  claimed: ClaimedBatch,
  { doneIds, isHandedOver, notBefore }: Outcome,
): Promise<void> {
  const { claimedBy, realmId, userId } = claimed;
  return db.transaction(async (tx) => {
    // Held until the end, so that nothing is noted between looking at what is left and forgetting the person.
    const held = await tx.any(sql.type(z.object({ id: z.number() }))`
      select id from mail_batch
      where realm_id = ${realmId} and user_id = ${userId} and claimed_by = ${claimedBy} for update`);
    if (held.length === 0) return;
    await endMissed(tx, claimed, doneIds);
    const rest = sql.fragment`(
      select min(due_at) as due_at, count(*) filter (where reason <> 'personal') as noted from missed_message
      where realm_id = ${realmId} and user_id = ${userId} and not is_done)`;
    const earliest = notBefore === null ? sql.fragment`rest.due_at` : timeOf(notBefore);
    await tx.query(sql.unsafe`
      update mail_batch set key = case when ${isHandedOver} then null else key end, attempts = 0, claimed_by = null, claimed_until = null,
        due_at = greatest(rest.due_at, ${earliest}), noted = rest.noted
      from ${rest} as rest
      where realm_id = ${realmId} and user_id = ${userId} and rest.due_at is not null`);
    await tx.query(sql.unsafe`
      delete from mail_batch where realm_id = ${realmId} and user_id = ${userId} and claimed_by is not null`);
  });
}

/** Lets somebody go who could not be mailed to, until another try. */
export async function putOffBatch(
  db: Connection,
  { claimedBy, realmId, userId }: ClaimedBatch,
  until: Date,
): Promise<void> {
  await db.query(sql.unsafe`
    update mail_batch set claimed_by = null, claimed_until = null, due_at = ${timeOf(until)}
    where realm_id = ${realmId} and user_id = ${userId} and claimed_by = ${claimedBy}`);
}

const waiting = z.object({ count: z.number(), overdueSeconds: z.number() });

/** Counts who is to be mailed to, and tells for how long the first has been due. */
export function countWaitingBatches(db: Connection, now: Date): Promise<z.infer<typeof waiting>> {
  return db.one(sql.type(waiting)`
    select count(*) as count,
      greatest(coalesce(extract(epoch from ${timeOf(now)} - min(due_at)), 0), 0)::float8 as "overdueSeconds"
    from mail_batch`);
}
