import { erasedMessages, stayingExport } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "./account-lock.ts";

const remaining = z.array(z.object({ service: z.string(), place: z.string(), count: z.int() }));

const erasureRow = z.object({
  realmId: z.number(),
  userId: z.number(),
  askedKey: z.string(),
  messages: z.enum(erasedMessages),
  state: z.enum(["running", "failed", "done"]),
  requestedAt: z.date(),
  finishedAt: z.date().nullable(),
  tries: z.number(),
  step: z.string(),
  deleted: z.number(),
  places: z.number(),
  remaining,
  exports: z.array(stayingExport),
  failure: z.string(),
});

/** A person who was erased, or is being erased. */
export type ErasureRow = z.infer<typeof erasureRow>;

const columns = sql.fragment`
  realm_id as "realmId", user_id as "userId", asked_key as "askedKey", messages, state, requested_at as "requestedAt",
  finished_at as "finishedAt", tries, step, deleted, places, remaining, exports, failure
`;

const time = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`;
const isOf = ({ realmId, userId }: AccountRef) =>
  sql.fragment`realm_id = ${realmId} and user_id = ${userId}`;

interface NewErasure extends AccountRef, Pick<ErasureRow, "askedKey" | "messages"> {
  readonly nowMs: number;
}

/** Notes that somebody is erased. */
export function insertErasure(
  tx: Transaction,
  { askedKey, messages, nowMs, realmId, userId }: NewErasure,
): Promise<ErasureRow> {
  return tx.one(sql.type(erasureRow)`
    insert into person_erasure (realm_id, user_id, asked_key, messages, requested_at, due_at)
    values (${realmId}, ${userId}, ${askedKey}, ${messages}, ${time(nowMs)}, ${time(nowMs)})
    returning ${columns}
  `);
}

/** Tells whether somebody was erased, or is being erased. */
export function isErased(db: Connection, person: AccountRef): Promise<boolean> {
  return db.exists(sql.unsafe`select from person_erasure where ${isOf(person)}`);
}

interface Page {
  readonly realmId: number;
  readonly after: number;
  readonly limit: number;
}

/** Lists erasures of an organization behind a user's id, by it. */
export function listErasureRows(
  db: Connection,
  { after, limit, realmId }: Page,
): Promise<readonly ErasureRow[]> {
  return db.any(sql.type(erasureRow)`
    select ${columns} from person_erasure
    where realm_id = ${realmId} and user_id > ${after} order by user_id limit ${limit}
  `);
}

const reference = z.object({ realmId: z.number(), userId: z.number() });

/** Lists people who are to be erased now, also those whom others erase; none of organizations that go as a whole. */
export function listDueErasures(db: Connection, nowMs: number): Promise<readonly AccountRef[]> {
  return db.any(sql.type(reference)`
    select realm_id as "realmId", user_id as "userId" from person_erasure e
    where state <> 'done' and due_at <= ${time(nowMs)}
      and not exists (select from realm_deletion d where d.realm_id = e.realm_id and d.state <> 'scheduled')
    order by due_at limit 100
  `);
}

/** Begins an erasure, or goes on with it; null when it is done. */
export function beginErasure(db: Connection, person: AccountRef): Promise<ErasureRow | null> {
  return db.maybeOne(sql.type(erasureRow)`
    update person_erasure set state = 'running', tries = tries + 1, failure = ''
    where ${isOf(person)} and state <> 'done' returning ${columns}
  `);
}

/** Notes where something is being deleted, and how much was. */
export async function noteErased(
  db: Connection,
  person: AccountRef,
  { deleted, step }: Pick<ErasureRow, "deleted" | "step">,
): Promise<void> {
  await db.query(sql.unsafe`
    update person_erasure set step = ${step}, deleted = deleted + ${deleted} where ${isOf(person)}
  `);
}

interface Outcome extends Pick<ErasureRow, "places" | "remaining" | "exports"> {
  readonly nowMs: number;
  /** Time of the next try if something remains. */
  readonly againMs: number;
}

/** Ends an erasure of which nothing remains; says of another one what does, and when it is tried again. */
export async function endErasure(
  db: Connection,
  person: AccountRef,
  { againMs, exports, nowMs, places, remaining: left }: Outcome,
): Promise<void> {
  const isDone = left.length === 0;
  await db.query(sql.unsafe`
    update person_erasure set
      state = ${isDone ? "done" : "failed"}, step = '', places = ${places}, remaining = ${JSON.stringify(left)}::jsonb,
      exports = ${JSON.stringify(exports)}::jsonb, finished_at = ${isDone ? time(nowMs) : null}::timestamptz,
      due_at = ${isDone ? sql.fragment`due_at` : time(againMs)}, failure = ${isDone ? "" : "Something is left."}
    where ${isOf(person)}
  `);
}

/** Puts an erasure off that could not be carried out. */
export async function putOffErasure(
  db: Connection,
  person: AccountRef,
  { dueMs, failure }: { readonly dueMs: number; readonly failure: string },
): Promise<void> {
  await db.query(sql.unsafe`
    update person_erasure set state = 'failed', due_at = ${time(dueMs)}, failure = ${failure} where ${isOf(person)}
  `);
}
