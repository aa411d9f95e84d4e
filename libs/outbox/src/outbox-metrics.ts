import { type Database, sql } from "@team-chat/pg";
import { defineCounter, defineGauge, type Metrics } from "@team-chat/telemetry";
import { z } from "zod";

import type { LeaseLimits, Leases } from "./leases.ts";
import type { Relay } from "./relay.ts";
import { unwaitedReplicas } from "./terms/durability.ts";

export const unpublishedRows = defineGauge({
  name: "outbox.unpublished",
  title: "Unpublished rows",
  unit: "{row}",
  meaning:
    "Rows of which nobody has recorded that the stream has them, by whatever process they were written.",
  isShared: true,
});
export const oldestUnpublished = defineGauge({
  name: "outbox.unpublished.age",
  title: "Oldest unpublished row",
  unit: "s",
  meaning:
    "Age of the oldest row that nobody has recorded as published; below a second while all is well.",
  isShared: true,
});
export const unacknowledged = defineGauge({
  name: "outbox.unacknowledged",
  title: "Rows on their way",
  unit: "{row}",
  meaning:
    "Rows that this process has to publish, or has sent without hearing from the stream yet.",
});
export const published = defineCounter({
  name: "outbox.published",
  title: "Published rows",
  unit: "{row}",
  meaning: "Rows that this process has published and the stream has stored.",
});
export const stalls = defineCounter({
  name: "outbox.stalls",
  title: "Stalls of publishing",
  unit: "{stall}",
  meaning:
    "How often publishing was held back: at the start, while NATS was away, after a missing acknowledgement.",
});
export const stalled = defineGauge({
  name: "outbox.stalled",
  title: "Publishing held back for",
  unit: "s",
  meaning: "For how long publishing has been held back by now; 0 while rows go out.",
});
export const refused = defineGauge({
  name: "outbox.refused",
  title: "Organizations held back",
  unit: "{organization}",
  meaning:
    "Organizations of which nothing is published because NATS does not take one of their bundles: it is larger than `max_payload`.",
});
export const leases = defineGauge({
  name: "outbox.leases",
  title: "Leases",
  unit: "{lease}",
  meaning: "Organizations whose writes this process orders.",
});
export const leasesMaximum = defineGauge({
  name: "outbox.leases.max",
  title: "Most leases",
  unit: "{lease}",
  meaning: "Most organizations whose writes this process orders at once.",
});
export const leasesReleased = defineCounter({
  name: "outbox.leases.released",
  title: "Leases let go",
  unit: "{lease}",
  meaning:
    "Organizations that were let go: not written in for a while (idle), to make room for others (room), because another process asked (asked).",
  labels: ["reason"],
});
export const takeovers = defineCounter({
  name: "outbox.takeovers",
  title: "Leases taken",
  unit: "{takeover}",
  meaning: "How often this process began to order the writes of an organization.",
});

export const term = defineGauge({
  name: "outbox.term",
  title: "Term",
  unit: "{term}",
  meaning: "Number of the term in which is written: it grows with each start of PostgreSQL.",
  isShared: true,
});
export const lost = defineGauge({
  name: "outbox.lost",
  title: "Lost bundles",
  unit: "{bundle}",
  meaning:
    "Bundles that the stream had and the database had lost, in all terms; it grows with a restore, and with a failover that lost something.",
  isShared: true,
});

export const unwaited = defineGauge({
  name: "db.replicas.unwaited",
  title: "Replicas not waited for",
  unit: "{replica}",
  meaning:
    "Replicas that PostgreSQL does not wait for: a failover to one of them loses what was acknowledged. 0 when it waits, or has none.",
  isShared: true,
});

const newestTerm = z.object({ newest: z.number(), bundles: z.number() });

const unpublished = z.object({ rows: z.number(), seconds: z.number() });

/** Measures the relay and the leases of an outbox, and the table that it publishes. */
export function measureOutbox(
  metrics: Metrics,
  parts: {
    readonly db: Database;
    readonly relay: Relay;
    readonly leases: Leases;
    readonly leaseLimits: LeaseLimits;
  },
): void {
  const { db, relay } = parts;
  const relayed = [unacknowledged, published, stalls, stalled, refused];
  metrics.observe(relayed, (tell) => {
    tell(unacknowledged, relay.flights.size);
    tell(published, relay.published);
    tell(stalls, relay.held.count);
    tell(stalled, relay.held.ms / 1000);
    tell(refused, relay.held.refused);
  });
  metrics.observe([leases, leasesMaximum, leasesReleased, takeovers], (tell) => {
    const { asked, idle, room } = parts.leases.released;
    tell(leases, parts.leases.size);
    tell(leasesMaximum, parts.leaseLimits.max);
    tell(leasesReleased, asked, { reason: "asked" });
    tell(leasesReleased, idle, { reason: "idle" });
    tell(leasesReleased, room, { reason: "room" });
    tell(takeovers, parts.leases.taken);
  });
  metrics.observe([unpublishedRows, oldestUnpublished], async (tell) => {
    const { rows, seconds } = await db.one(sql.type(unpublished)`
      select
        count(*) as rows,
        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
      from outbox where published_at is null
    `);
    tell(unpublishedRows, rows);
    tell(oldestUnpublished, seconds);
  });
  metrics.observe([term, lost], async (tell) => {
    const { bundles, newest } = await db.one(sql.type(newestTerm)`
      select coalesce(max(term), 0) as newest, coalesce(sum(lost_bundles), 0)::int8 as bundles
      from outbox_term
    `);
    tell(term, newest);
    tell(lost, bundles);
  });
  metrics.observe([unwaited], async (tell) => {
    tell(unwaited, await unwaitedReplicas(db));
  });
}
