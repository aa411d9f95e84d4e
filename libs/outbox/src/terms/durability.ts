import { type Connection, sql } from "@team-chat/pg";
import type pg from "pg";
import { z } from "zod";

interface DurabilityRow {
  readonly replicas: number;
  readonly standbys: string;
  readonly commit: string;
}

/** Counts the replicas that could be promoted though they lack what was acknowledged. */
export function unwaitedReplicas(db: Connection): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from pg_stat_replication
    where current_setting('synchronous_standby_names') = ''
      or current_setting('synchronous_commit') in ('off', 'local')`);
}

/**
 * Says in one sentence what is wrong when a replica could be promoted that lacks what was acknowledged; null when
 * nothing is. A server without replicas keeps what it has synced.
 */
export async function durabilityProblem(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<DurabilityRow>(`
    select (select count(*)::int4 from pg_stat_replication) as replicas,
      current_setting('synchronous_standby_names') as standbys,
      current_setting('synchronous_commit') as commit`);
  const [row] = rows;
  if (row === undefined || row.replicas === 0) return null;
  const waits = row.standbys !== "" && row.commit !== "off" && row.commit !== "local";
  if (waits) return null;
  return `PostgreSQL has ${row.replicas} replica(s) and does not wait for any of them (synchronous_standby_names is '${row.standbys}', synchronous_commit is '${row.commit}'): a failover loses what was acknowledged, so set synchronous_standby_names to 'ANY 1 (*)' and synchronous_commit to 'on' (docs/operations/restore.md).`;
}
