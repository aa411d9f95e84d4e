import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const usageDay = z.object({ day: z.string(), messages: z.number(), storedBytes: z.number() });

interface Days {
  readonly realmId: number;
  /** Dates of UTC, both included. */
  readonly from: string;
  readonly to: string;
}

/** Lists what an organization used on each day, in order. */
export function listUsageDays(
  db: Connection,
  { from, realmId, to }: Days,
): Promise<readonly z.infer<typeof usageDay>[]> {
  return db.any(sql.type(usageDay)`
    select asked.day::date::text as day, coalesce(sent.messages, 0)::int8 as messages,
      coalesce(case when stored.day = asked.day then stored.bytes else stored.left_bytes end, 0)::int8 as "storedBytes"
    from generate_series(${from}::date, ${to}::date, interval '1 day') as asked(day)
    left join message_day sent on sent.realm_id = ${realmId} and sent.day = asked.day
    left join lateral (
      select * from stored_bytes_day kept where kept.realm_id = ${realmId} and kept.day <= asked.day
      order by kept.day desc limit 1
    ) stored on true
    order by asked.day
  `);
}
