import type { noteDeliveries } from "@team-chat/contract";
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import { beingDeleted } from "./deletions.ts";

/** Keeps how many deliveries there were on days so far: never less than it was told before. */
export async function upsertDeliveryCounts(
  db: Connection,
  { entries }: z.output<typeof noteDeliveries.input>,
): Promise<void> {
  const rows = entries.map(({ day, deliveries, realmId }) => [realmId, day, deliveries]);
  await db.query(sql.unsafe`
    insert into delivery_count as kept (realm_id, day, deliveries)
    select * from ${sql.unnest(rows, ["int8", "date", "int8"])} as given(realm_id, day, deliveries)
    where not exists (${beingDeleted(sql.fragment`given.realm_id`)})
    order by realm_id, day
    on conflict (realm_id, day) do update set deliveries = greatest(kept.deliveries, excluded.deliveries)
  `);
}

const usageDay = z.object({
  day: z.string(),
  people: z.number(),
  guests: z.number(),
  bots: z.number(),
  activePeople: z.number(),
  requests: z.number(),
  events: z.number(),
  deliveries: z.number(),
  processorUs: z.number(),
  databaseUs: z.number(),
});

interface Days {
  readonly realmId: number;
  /** Dates of UTC, both included. */
  readonly from: string;
  readonly to: string;
}

/** Reads how many accounts there were at most on a day; on one without changes as many as were left by the last. */
function accounts(name: "people" | "guests" | "bots") {
  const [most, left] = [sql.identifier([name]), sql.identifier([`left_${name}`])];
  return sql.fragment`coalesce(case when had.day = asked.day then had.${most} else had.${left} end, 0)::int8`;
}

/** Lists what this service knows of an organization's use on each day, in order. */
export function listUsageDays(
  db: Connection,
  { from, realmId, to }: Days,
): Promise<readonly z.infer<typeof usageDay>[]> {
  return db.any(sql.type(usageDay)`
    select asked.day::date::text as day, ${accounts("people")} as people, ${accounts("guests")} as guests,
      ${accounts("bots")} as bots, coalesce(made.requests, 0)::int8 as requests, coalesce(made.events, 0)::int8 as events,
      coalesce((select sum(upper(one) - lower(one)) from unnest(made.people) as one), 0)::int8 as "activePeople",
      coalesce(delivered.deliveries, 0)::int8 as deliveries, coalesce(made.processor_us, 0)::int8 as "processorUs",
      coalesce(made.database_us, 0)::int8 as "databaseUs"
    from generate_series(${from}::date, ${to}::date, interval '1 day') as asked(day)
    left join lateral (
      select * from account_day kept where kept.realm_id = ${realmId} and kept.day <= asked.day order by kept.day desc limit 1
    ) had on true
    left join lateral (
      select sum(requests) as requests, sum(events) as events, range_agg(people) as people, sum(processor_us) as processor_us,
        sum(database_us) as database_us from request_count
      where realm_id = ${realmId} and day = asked.day
    ) made on true
    left join delivery_count delivered on delivered.realm_id = ${realmId} and delivered.day = asked.day
    order by asked.day
  `);
}
