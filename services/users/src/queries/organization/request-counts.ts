import type { noteEvents, noteRequests } from "@team-chat/contract";
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import { beingDeleted } from "./deletions.ts";

type Noted = z.output<typeof noteRequests.input>;
type NotedEvents = z.output<typeof noteEvents.input>;

/**
 * Keeps how much a process has counted so far: never less than it said before, so that the order and the number of its
 * notes do not matter. Days before yesterday are left as they are: they may have been added up.
 */
export async function upsertRequestCounts(
  db: Connection,
  { entries, source }: Noted,
  nowMs: number,
): Promise<void> {
  const rows = entries.map(({ databaseUs, day, processorUs, realmId, requests, userIds }) => [
    realmId,
    day,
    requests,
    processorUs,
    databaseUs,
    JSON.stringify(userIds),
  ]);
  await db.query(sql.unsafe`
    insert into request_count as kept (realm_id, day, source, requests, processor_us, database_us, people)
    select realm_id, day, ${source}, requests, processor_us, database_us, coalesce(
      (select range_agg(int8range(id, id + 1)) from (select value::int8 as id from jsonb_array_elements_text(people)) of_day), '{}'
    )
    from ${sql.unnest(rows, ["int8", "date", "int8", "int8", "int8", "jsonb"])}
      as given(realm_id, day, requests, processor_us, database_us, people)
    where day >= ${dayBefore(nowMs, 1)}::date
      and not exists (${beingDeleted(sql.fragment`given.realm_id`)})
    order by realm_id, day
    on conflict (realm_id, day, source) do update
      set requests = greatest(kept.requests, excluded.requests),
        processor_us = greatest(kept.processor_us, excluded.processor_us),
        database_us = greatest(kept.database_us, excluded.database_us),
        -- The set is not written anew for each request of people who are in it.
        people = case when excluded.people = '{}' then kept.people else kept.people + excluded.people end
  `);
}

/** Keeps how many events a process has given clients so far, as `upsertRequestCounts` does for requests. */
export async function upsertEventCounts(
  db: Connection,
  { entries, source }: NotedEvents,
  nowMs: number,
): Promise<void> {
  const rows = entries.map(({ day, events, processorUs, realmId }) => [
    realmId,
    day,
    events,
    processorUs,
  ]);
  await db.query(sql.unsafe`
    insert into request_count as kept (realm_id, day, source, requests, people, events, processor_us)
    select realm_id, day, ${source}, 0, '{}', events, processor_us
    from ${sql.unnest(rows, ["int8", "date", "int8", "int8"])} as given(realm_id, day, events, processor_us)
    where day >= ${dayBefore(nowMs, 1)}::date
      and not exists (${beingDeleted(sql.fragment`given.realm_id`)})
    order by realm_id, day
    on conflict (realm_id, day, source) do update
      set events = greatest(kept.events, excluded.events),
        processor_us = greatest(kept.processor_us, excluded.processor_us)
  `);
}

/**
 * Adds up what processes have counted on days that are over, for so many organizations and days at a time; returns how
 * many there were. Whoever does so at the same time finds nothing of them any more.
 */
export async function addUpRequests(db: Connection, nowMs: number, limit: number): Promise<number> {
  const done = z.object({ count: z.number() });
  return db.oneFirst(sql.type(done)`
    with due as (
      select distinct realm_id, day from request_count
      where source <> '' and day < ${dayBefore(nowMs, 2)}::date order by day, realm_id limit ${limit}
    ), counted as (
      delete from request_count using due
      where request_count.realm_id = due.realm_id and request_count.day = due.day and source <> ''
      returning request_count.*
    ), added as (
      insert into request_count as kept (realm_id, day, source, requests, people, events, processor_us, database_us)
      select realm_id, day, '', sum(requests), range_agg(people), sum(events), sum(processor_us), sum(database_us) from counted group by realm_id, day order by realm_id, day
      on conflict (realm_id, day, source) do update
        set requests = kept.requests + excluded.requests, people = kept.people + excluded.people,
          events = kept.events + excluded.events, processor_us = kept.processor_us + excluded.processor_us,
          database_us = kept.database_us + excluded.database_us
    )
    select count(*) from due
  `);
}

/** Returns the date of the day so many days before the one of a time. */
function dayBefore(nowMs: number, days: number): string {
  return new Date(nowMs - days * 86_400_000).toISOString().slice(0, 10);
}
