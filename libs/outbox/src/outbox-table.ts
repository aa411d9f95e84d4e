import { readFacts } from "@team-chat/contract";
import type { Database, Fragment, Transaction } from "@team-chat/pg";
import { sql } from "@team-chat/pg";
import { z } from "zod";

import type { OutboxRow, RowContent } from "./rows.ts";

const inserted = z.object({ id: z.number(), xid: z.string(), term: z.number().nullable() });
const kept = z.object({
  id: z.number(),
  xid: z.string(),
  term: z.number().nullable(),
  events: z.string(),
  facts: z.string().nullable().transform(readFacts),
  createdAt: z.date(),
  streamSeq: z.number().nullable(),
});

/** A row that is still in the table; `streamSeq` once its storing was noted. */
export type KeptRow = z.infer<typeof kept>;

/** Adds a bundle. Must run while the caller has the realm's commit gate, so that ids are in commit order. */
export async function insertBundle(
  tx: Transaction,
  realmId: number,
  { events, facts }: RowContent,
): Promise<OutboxRow> {
  const text = facts && JSON.stringify(facts);
  const row = await tx.one(
    sql.type(
      inserted,
    )`insert into outbox (realm_id, events, facts) values (${realmId}, ${events}, ${text}) returning id, xid::text, term`,
  );
  return { realmId, events, facts, ...row };
}

/** Lists the realm's rows in id order: those not recorded as stored, or all that are kept. */
export function listRows(db: Database, realmId: number, all: boolean): Promise<readonly KeptRow[]> {
  const condition = all ? sql.fragment`true` : sql.fragment`published_at is null`;
  return db.any(sql.type(kept)`
    select id, xid::text, term, events, facts, created_at as "createdAt", stream_seq as "streamSeq"
    from outbox where realm_id = ${realmId} and ${condition} order by id`);
}

const storedRow = z.object({
  realmId: z.number(),
  id: z.number(),
  term: z.number().nullable(),
  streamSeq: z.number(),
});

/** Last row of a realm that was recorded as stored. */
export type LastStored = z.infer<typeof storedRow>;

/** Lists for each realm with such rows the one that was recorded with the highest stream sequence. */
export function listLastStored(db: Database): Promise<readonly LastStored[]> {
  return db.any(sql.type(storedRow)`
    select distinct on (realm_id) realm_id as "realmId", id, term, stream_seq as "streamSeq"
    from outbox where stream_seq is not null order by realm_id, stream_seq desc`);
}

const recent = z.object({ realmId: z.number() });
/** Newest rows that are looked at to find the organizations that they are of. */
const looked = 500;

/** Lists so many organizations that were written in last, among the newest rows. */
export async function listRecentRealms(db: Database, most: number): Promise<readonly number[]> {
  const rows = await db.any(sql.type(recent)`
    select realm_id as "realmId" from (
      (select realm_id, 'infinity'::timestamptz as at from outbox where published_at is null limit ${looked})
      union all
      (select realm_id, published_at from outbox where published_at is not null order by published_at desc limit ${looked})
    ) newest
    group by realm_id order by max(at) desc limit ${most}`);
  return rows.map(({ realmId }) => realmId);
}

/** Tells whether a row is still in the table. */
export function isKept(
  db: Database,
  { id, realmId }: Pick<LastStored, "realmId" | "id">,
): Promise<boolean> {
  return db.exists(sql.unsafe`select from outbox where realm_id = ${realmId} and id = ${id}`);
}

/** Lists the realms with rows so old that nobody has recorded as stored. */
export function listUnpublished(db: Database, olderThanMs: number): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ realmId: z.number() }))`
    select distinct realm_id as "realmId" from outbox
    where published_at is null
      and created_at <= now() - ${olderThanMs}::int8 * interval '1 millisecond'`);
}

/** Records where the stream stored each row. */
export async function recordStored(
  db: Database,
  rows: readonly { readonly realmId: number; readonly id: number; readonly sequence: number }[],
): Promise<void> {
  await db.query(sql.unsafe`
    update outbox set stream_seq = stored.seq, published_at = now()
    from ${sql.unnest(
      rows.map((row) => [row.realmId, row.id, row.sequence]),
      ["int8", "int8", "int8"],
    )} as stored(realm_id, id, seq)
    where outbox.realm_id = stored.realm_id and outbox.id = stored.id`);
}

/**
 * Deletes rows 15 minutes after they were stored; until then they stay in case the stream loses its tail (architecture,
 * section 3). Of the newest row of each realm the id is kept for good, since it shows whether the database has all that
 * the stream has. Nothing is deleted before that was compared.
 */
export async function deleteOldRows(db: Database): Promise<void> {
  await deletePublished(db, sql.fragment`published_at < now() - interval '15 minutes'`);
}

/** Names the tables of an outbox that have rows of organizations. */
export const outboxTables: readonly string[] = ["outbox", "outbox_forgotten"];

/**
 * Deletes an organization's rows that are in the stream, so that nobody misses them once its events are deleted there.
 * False while others wait to be published.
 */
export async function forgetPublished(db: Database, realmId: number): Promise<boolean> {
  await deletePublished(db, sql.fragment`realm_id = ${realmId} and published_at is not null`);
  return !(await db.exists(sql.unsafe`select from outbox where realm_id = ${realmId}`));
}

async function deletePublished(db: Database, condition: Fragment): Promise<void> {
  await db.query(sql.unsafe`
    with old as (
      delete from outbox where ${condition} and outbox_term() is not null
      returning realm_id, id, created_at
    )
    insert into outbox_forgotten (realm_id, id, created_at)
    select realm_id, max(id), max(created_at) from old group by realm_id
    on conflict (realm_id) do update set
      id = greatest(outbox_forgotten.id, excluded.id),
      created_at = greatest(outbox_forgotten.created_at, excluded.created_at)`);
}
