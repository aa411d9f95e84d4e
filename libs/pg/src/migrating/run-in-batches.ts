import { batchPlace, type Migration, type MigrationForm } from "./migration-file.ts";
import { inTransaction, noteApplied, type Run } from "./run.ts";

type Batches = Extract<MigrationForm, { kind: "batches" }>;

/** Last key whose batch is committed, and number of rows up to it. */
interface Progress {
  /** Null before the first batch. */
  readonly key: readonly string[] | null;
  readonly rows: number;
}

/**
 * Runs a statement for one range of keys after the other. How far it is is committed with each range, so that whoever
 * runs it next goes on there. Rows with higher keys that come meanwhile are gone through as well.
 */
export async function runInBatches(run: Run, migration: Migration, form: Batches): Promise<void> {
  const { client, pace, service } = run;
  await client.query(
    "create table if not exists migration_progress (name text primary key, hash text not null, key text[] not null, rows bigint not null)",
  );
  const say = await reporter(run, migration, form);
  for (let progress = await findProgress(run, migration); ;) {
    say(progress);
    const batch = await findBatch(run, form, progress);
    if (batch === null) break;
    const rows = progress.rows + batch.rows;
    await inTransaction(run, migration, async () => {
      await client.query(rangeStatement(migration, form, progress), [
        ...(progress.key ?? []),
        ...batch.key,
      ]);
      await client.query(
        `insert into migration_progress values ($1, $2, $3, $4)
         on conflict (name) do update set hash = excluded.hash, key = excluded.key, rows = excluded.rows`,
        [migration.name, migration.hash, batch.key, rows],
      );
    });
    progress = { key: batch.key, rows };
    if (batch.rows < pace.batchRows) break;
  }
  await inTransaction(run, migration, async () => {
    // Only one migration at a time is under way.
    await client.query("drop table migration_progress");
    await noteApplied(run, migration);
  });
  run.report(`Migration ${service}/${migration.name} is done.`);
}

/** Finds where an earlier run of the same text was. */
async function findProgress({ client }: Run, { hash, name }: Migration): Promise<Progress> {
  const { rows } = await client.query<{ key: readonly string[]; rows: number }>(
    "select key, rows::float8 as rows from migration_progress where name = $1 and hash = $2",
    [name, hash],
  );
  return rows[0] ?? { key: null, rows: 0 };
}

/** Finds the last key of the next range and how many rows it has; null when there is none. */
async function findBatch({ client, pace }: Run, form: Batches, { key }: Progress) {
  const names = form.key.join(", ");
  const after = key === null ? "" : `where (${names}) > (${places(0, form)})`;
  const { rows } = await client.query<{ key: readonly string[]; rows: number }>(
    `select array[${form.key.map((name) => `${name}::text`).join(", ")}] as key, rows::int as rows from (
       select ${names}, row_number() over (order by ${names}) as rows from ${form.table} ${after}
       order by ${names} limit ${pace.batchRows}
     ) part order by rows desc limit 1`,
    [...(key ?? [])],
  );
  return rows[0] ?? null;
}

/** Returns the statement for the rows after the progress up to a key: the parameters are both, one after the other. */
function rangeStatement({ text }: Migration, form: Batches, { key }: Progress): string {
  const names = form.key.join(", ");
  const upTo = `(${names}) <= (${places(key === null ? 0 : form.key.length, form)})`;
  const range = key === null ? upTo : `(${names}) > (${places(0, form)}) and ${upTo}`;
  return text.replace(batchPlace, range);
}

function places(before: number, { key }: Batches): string {
  return key.map((_, index) => `$${before + index + 1}`).join(", ");
}

/** Returns what tells of progress, not too often. */
async function reporter(
  { client, pace, report, service }: Run,
  { name }: Migration,
  { table }: Batches,
): Promise<(progress: Progress) => void> {
  const { rows } = await client.query<{ rows: number }>(
    `select sum(greatest(reltuples, 0))::float8 as rows from pg_class where relkind = 'r'
       and (oid = $1::text::regclass or oid in (select relid from pg_partition_tree($1::text::regclass)))`,
    [table],
  );
  const about = count(rows[0]?.rows ?? 0);
  let next = 0;
  return (progress) => {
    const now = performance.now();
    if (now < next) return;
    next = now + pace.reportEveryMs;
    report(
      `Migration ${service}/${name}: ${count(progress.rows)} of about ${about} rows of ${table}.`,
    );
  };
}

function count(rows: number): string {
  return Math.round(rows).toLocaleString("en-US");
}
