import { usageDay, type UsageDay } from "@team-chat/contract";
import { type Connection, type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const states = ["scheduled", "running", "failed", "done"] as const;
const remaining = z.array(z.object({ service: z.string(), place: z.string(), count: z.int() }));

/** Places in which something of an organization was found. */
type Remaining = z.infer<typeof remaining>;

const deletionRow = z.object({
  realmId: z.number(),
  subdomain: z.string(),
  state: z.enum(states),
  requestedAt: z.date(),
  dueAt: z.date(),
  begunAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  tries: z.number(),
  step: z.string(),
  deleted: z.number(),
  places: z.number(),
  remaining,
  failure: z.string(),
});

export type DeletionRow = z.infer<typeof deletionRow>;

const columns = sql.fragment`
  realm_id as "realmId", subdomain, state, requested_at as "requestedAt", due_at as "dueAt", begun_at as "begunAt",
  finished_at as "finishedAt", tries, step, deleted, places, remaining, failure
`;

const time = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`;

interface NewDeletion extends Pick<DeletionRow, "realmId" | "subdomain"> {
  readonly nowMs: number;
  readonly dueMs: number;
}

/** Notes that an organization is to be deleted. */
export async function insertDeletion(
  tx: Transaction,
  { dueMs, nowMs, realmId, subdomain }: NewDeletion,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into realm_deletion (realm_id, subdomain, requested_at, due_at)
    values (${realmId}, ${subdomain}, ${time(nowMs)}, ${time(dueMs)})
  `);
}

/** Lets an organization stay after all; false when its deletion has begun, or is not planned. */
export async function withdrawDeletion(tx: Transaction, realmId: number): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from realm_deletion where realm_id = ${realmId} and state = 'scheduled'
  `);
  return rowCount > 0;
}

/** Finds what is to become of an organization, or has; null while it stays. */
export function findDeletion(db: Connection, realmId: number): Promise<DeletionRow | null> {
  return db.maybeOne(sql.type(deletionRow)`
    select ${columns} from realm_deletion where realm_id = ${realmId}
  `);
}

interface Page {
  readonly after: number;
  readonly limit: number;
  /** Undefined for all organizations. */
  readonly realmId: number | undefined;
}

/** Lists deletions behind an organization's id, by it. */
export function listDeletionRows(
  db: Connection,
  { after, limit, realmId }: Page,
): Promise<readonly DeletionRow[]> {
  return db.any(sql.type(deletionRow)`
    select ${columns} from realm_deletion
    where realm_id > ${after} and (${realmId ?? null}::bigint is null or realm_id = ${realmId ?? null})
    order by realm_id
    limit ${limit}
  `);
}

/** Lists the organizations that may be deleted now, also those that others work on. */
export function listDueDeletions(db: Connection, nowMs: number): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ realmId: z.number() }))`
    select realm_id as "realmId" from realm_deletion where state <> 'done' and due_at <= ${time(nowMs)}
    order by due_at limit 100
  `);
}

/** Begins a deletion, or goes on with it; null when that is not to be done any more. Now it cannot be cancelled. */
export function beginDeletion(
  db: Connection,
  { nowMs, realmId }: { readonly realmId: number; readonly nowMs: number },
): Promise<DeletionRow | null> {
  return db.maybeOne(sql.type(deletionRow)`
    update realm_deletion set
      state = 'running', tries = tries + 1, begun_at = coalesce(begun_at, ${time(nowMs)}), failure = ''
    where realm_id = ${realmId} and state <> 'done' and due_at <= ${time(nowMs)}
    returning ${columns}
  `);
}

/** Has a deletion wait again that has begun and deleted nothing. */
export async function takeBackBegin(db: Connection, realmId: number): Promise<void> {
  await db.query(sql.unsafe`
    update realm_deletion set state = 'scheduled', tries = tries - 1, begun_at = null
    where realm_id = ${realmId} and state = 'running' and deleted = 0
  `);
}

/** Notes what is being deleted, and how much was. */
export async function noteDeleted(
  db: Connection,
  { deleted, realmId, step }: Pick<DeletionRow, "realmId" | "step" | "deleted">,
): Promise<void> {
  await db.query(sql.unsafe`
    update realm_deletion set step = ${step}, deleted = deleted + ${deleted} where realm_id = ${realmId}
  `);
}

/** Finds the deletion of an organization that has begun: what is told of it late must not be kept. */
export function beingDeleted(realmId: Fragment): Fragment {
  return sql.fragment`select from realm_deletion d where d.realm_id = ${realmId} and d.state <> 'scheduled'`;
}

interface Outcome extends Pick<DeletionRow, "realmId" | "places"> {
  readonly remaining: Remaining;
  readonly nowMs: number;
  /** Time of the next try if something remains. */
  readonly againMs: number;
}

/** Ends a deletion of which nothing remains; says of another one what does, and when it is tried again. */
export async function endDeletion(
  db: Connection,
  { againMs, nowMs, places, realmId, remaining: left }: Outcome,
): Promise<void> {
  const isDone = left.length === 0;
  await db.query(sql.unsafe`
    update realm_deletion set
      state = ${isDone ? "done" : "failed"}, step = '', places = ${places}, remaining = ${JSON.stringify(left)}::jsonb,
      finished_at = ${isDone ? time(nowMs) : null}::timestamptz, due_at = ${isDone ? sql.fragment`due_at` : time(againMs)},
      failure = ${isDone ? "" : "Something is left."}
    where realm_id = ${realmId}
  `);
}

/** Puts a deletion off that could not be carried out. */
export async function putOffDeletion(
  db: Connection,
  { dueMs, failure, realmId }: { realmId: number; dueMs: number; failure: string },
): Promise<void> {
  await db.query(sql.unsafe`
    update realm_deletion set due_at = ${time(dueMs)}, failure = ${failure} where realm_id = ${realmId}
  `);
}

/** Keeps what an organization used, before it is deleted; what was kept before stays. */
export async function keepUsage(
  db: Connection,
  realmId: number,
  days: readonly UsageDay[],
): Promise<void> {
  await db.query(sql.unsafe`
    update realm_deletion set usage = ${JSON.stringify(days)}::jsonb where realm_id = ${realmId} and usage is null
  `);
}

/** Days that were kept before events were counted do not say how many there were. */
const keptDay = usageDay.extend({ events: z.int().default(0) });
const kept = z.object({ usage: z.array(keptDay).nullable() });

/** Finds what an organization used before its deletion began; null when it has not, or that is long ago. */
export async function findKeptUsage(
  db: Connection,
  realmId: number,
): Promise<readonly UsageDay[] | null> {
  const found = await db.maybeOne(
    sql.type(kept)`select usage from realm_deletion where realm_id = ${realmId}`,
  );
  return found?.usage ?? null;
}

/** Forgets what organizations used that were deleted before a time. */
export async function forgetUsage(db: Connection, beforeMs: number): Promise<void> {
  await db.query(sql.unsafe`
    update realm_deletion set usage = null where usage is not null and finished_at < ${time(beforeMs)}
  `);
}

const stateCount = z.object({ state: z.enum(states), count: z.number() });

/** Counts deletions that are not done, in each state. */
export function countDeletions(db: Connection): Promise<readonly z.infer<typeof stateCount>[]> {
  return db.any(sql.type(stateCount)`
    select state, count(realm_id) as count
    from unnest(array['scheduled', 'running', 'failed']) as each(state) left join realm_deletion using (state)
    group by state
  `);
}

/** Returns for how long the deletion that began first, or should have, is not done, in seconds; 0 when none is due. */
export function longestDueDeletion(db: Connection, nowMs: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ seconds: z.number() }))`
    select greatest(coalesce(extract(epoch from ${time(nowMs)} - min(coalesce(begun_at, due_at))), 0), 0)::float8 as seconds
    from realm_deletion where state <> 'done'
  `);
}

/** Of the deletion itself the input stays: it names nobody. */
const hasInput = sql.fragment`input <> '{}' and operation <> 'scheduleDeletion'`;

/** Takes the inputs, which name people, out of what operators did with an organization, and leaves nothing to do. */
export async function eraseActionInputs(db: Connection, realmId: number): Promise<void> {
  await db.query(sql.unsafe`
    update operator_action set call = null, due_at = null, input = case when ${hasInput} then '{}' else input end
    where realm_id = ${realmId} and (call is not null or ${hasInput})
  `);
}

/** Counts the actions of which the input is still there. */
export function countActionInputs(db: Connection, realmId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from operator_action where realm_id = ${realmId} and ${hasInput}
  `);
}
