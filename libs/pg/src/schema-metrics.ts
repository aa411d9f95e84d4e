import { defineGauge, type Metrics } from "@team-chat/telemetry";
import { sql } from "slonik";
import { z } from "zod";

import type { Database } from "./database.ts";

export const schemaVersion = defineGauge({
  name: "db.schema.migrations",
  title: "Migrations",
  unit: "{migration}",
  meaning: "Migrations that the service's schema has; the label names the last one.",
  labels: ["last"],
  isShared: true,
});
export const timeline = defineGauge({
  name: "db.timeline",
  title: "Timeline of PostgreSQL",
  unit: "{timeline}",
  meaning: "Timeline of PostgreSQL; it grows with every restore and every promotion of a replica.",
  isShared: true,
});

const found = z.object({ migrations: z.number(), last: z.string(), timeline: z.number() });

/**
 * Measures which schema a service's database has, and which history: that of the log which it writes, because its last
 * checkpoint may be minutes older than the promotion of a replica.
 */
export function measureSchema(metrics: Metrics, db: Database): void {
  metrics.observe([schemaVersion, timeline], async (tell) => {
    const schema = await db.one(sql.type(found)`
      select
        count(*) as migrations,
        coalesce(max(name), 'none') as last,
        case when pg_is_in_recovery() then (select timeline_id from pg_control_checkpoint())
          else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
        end as timeline
      from migration
    `);
    tell(schemaVersion, schema.migrations, { last: schema.last });
    tell(timeline, schema.timeline);
  });
}
