import type pg from "pg";

/** State of the server and of the service's terms on it. */
export interface ServerState {
  /** Names the server from one start to the next. */
  readonly server: string;
  /** True if it only follows another one. */
  readonly isReplica: boolean;
  /** The newest term; 0 before the first. */
  readonly term: number;
  /** True if that term is valid on this server. */
  readonly isCurrent: boolean;
}

interface StateRow {
  readonly server: string;
  readonly is_replica: boolean;
  readonly term: string | null;
  readonly is_current: boolean | null;
}

/** Reads which server this is, and the newest term that it knows. */
export async function readServerState(client: pg.Client): Promise<ServerState> {
  const { rows } = await client.query<StateRow>(`
    select (extract(epoch from pg_postmaster_start_time()) * 1000000)::int8::text as server,
      pg_is_in_recovery() as is_replica, latest.term,
      latest.server_started_at = pg_postmaster_start_time() as is_current
    from (values (1)) one
    left join (select * from outbox_term order by term desc limit 1) latest on true`);
  const [row] = rows;
  if (row === undefined) throw new Error("The server does not say who it is.");
  return {
    server: row.server,
    isReplica: row.is_replica,
    term: Number(row.term ?? 0),
    isCurrent: row.is_current ?? false,
  };
}

/** Newest row that a database has of an organization. */
export interface NewestRow {
  readonly id: number;
  readonly createdAt: Date;
}

/** Finds the newest row of each organization, deleted ones included. */
export async function newestRows(client: pg.Client): Promise<ReadonlyMap<number, NewestRow>> {
  const { rows } = await client.query<{ realm_id: string; id: string; created_at: Date }>(`
    select realm_id, max(id) as id, max(created_at) as created_at from (
      select realm_id, id, created_at from outbox
      union all select realm_id, id, created_at from outbox_forgotten
    ) kept group by realm_id`);
  return new Map(
    rows.map((row) => [Number(row.realm_id), { id: Number(row.id), createdAt: row.created_at }]),
  );
}

/** Lets every sequence of the service go on this much higher. Holds whatever happens afterwards. */
export async function skipIds(client: pg.Client, step: number): Promise<void> {
  await client.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + $1::int8)
     from pg_sequences where schemaname = current_schema()`,
    [step],
  );
}

/** Begins a term on this server: from then on it takes what is written. */
export async function insertTerm(
  client: pg.Client,
  { lostBundles, term }: { readonly term: number; readonly lostBundles: number },
): Promise<void> {
  await client.query(
    `insert into outbox_term (term, server_started_at, lost_bundles)
     values ($1, pg_postmaster_start_time(), $2)`,
    [term, lostBundles],
  );
}

/** Runs something while no other process of the service does so with this database. */
export async function whileAlone<T>(
  client: pg.Client,
  service: string,
  run: () => Promise<T>,
): Promise<T> {
  const key = [`term ${service}`];
  await client.query("select pg_advisory_lock(hashtext($1), 0)", key);
  try {
    return await run();
  } finally {
    await client.query("select pg_advisory_unlock(hashtext($1), 0)", key);
  }
}
