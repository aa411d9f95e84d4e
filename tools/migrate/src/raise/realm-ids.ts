import type { Client } from "pg";

const sequence = "users.realm_realm_id_seq";

/** Ids of organizations as PostgreSQL gives them out. */
export interface RealmIds {
  /** The highest id that an organization has, or may be getting. */
  readonly newest: number;
  /** The last one that may be given out; null when there is no end. */
  readonly last: number | null;
}

/** Reads how far ids of organizations are given out, and may be. */
export async function readRealmIds(client: Client): Promise<RealmIds> {
  const { rows } = await client.query<{ newest: string; last: string | null }>(`
    select
      greatest(last_value, (select max(realm_id) from users.realm)) as newest,
      (
        select nullif(seqmax, 9223372036854775807) from pg_sequence
        where seqrelid = '${sequence}'::regclass
      ) as last
    from ${sequence}`);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no sequence ${sequence}.`);
  return { newest: Number(row.newest), last: row.last === null ? null : Number(row.last) };
}

/** Has no id given out above this one, by no process. */
export async function endRealmIds(client: Client, last: number): Promise<void> {
  await client.query(`alter sequence ${sequence} maxvalue ${last}`);
}

/** Has ids given out without an end, from `first` on unless that is left out. */
export async function goOnWithRealmIds(client: Client, first?: number): Promise<void> {
  const restart = first === undefined ? "" : ` restart with ${first}`;
  await client.query(`alter sequence ${sequence} no maxvalue${restart}`);
}

/** Tells whether a process of a service is connected to the database. */
export async function areServicesConnected(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`
    select from pg_stat_activity
    where datname = current_database()
      and usename ~ '^(users|channels|messages|webhooks)(_2)?$'
    limit 1`);
  return rowCount !== 0;
}
