import type pg from "pg";

import type { Migration } from "./migration-file.ts";
import { inTransaction, noteApplied, type Run } from "./run.ts";

/**
 * Least number of an organization whose rows are not in the partition with what a table had before. No organization
 * that is older has a higher one: services/users/migrations/0070-numbers-of-later-organizations.sql, which is applied
 * last, has the others begin here.
 */
const firstLater = 1_000_000_000;
/** Partitions of later organizations: each process locks them all for a statement that is planned once. */
const parts = 8;

/**
 * Partitions a table by organization while others read and write (docs/adr/0050-partitions-by-organization.md). The
 * table itself becomes the partition of the organizations that have rows in it; no row is moved or looked at under a
 * lock that others notice. A step that a killed try has finished is found finished, and one that it has not is undone.
 * @throws Error of PostgreSQL, or when locks are not free
 */
export async function partitionTable(run: Run, migration: Migration, table: string): Promise<void> {
  const { client, report, service } = run;
  const about = `Migration ${service}/${migration.name}`;
  const bound = `${table}_bound`;
  await inTransaction(run, migration, async () => {
    await refuseOthers(client, table);
    if ((await findValidated(client, bound)) === null)
      await client.query(
        `alter table ${table} add constraint ${bound} check (realm_id < ${firstLater}) not valid`,
      );
    await prepareParts(client, table);
  });
  if (!(await findValidated(client, bound))) {
    report(`${about} looks at all rows of ${table}; everybody may write meanwhile.`);
    await inTransaction(run, migration, async () => {
      await client.query(`alter table ${table} validate constraint ${bound}`);
    });
  }
  await inTransaction(run, migration, async () => {
    await swap(client, table, bound);
    await noteApplied(run, migration);
  });
  report(`${about} is done: ${table} is partitioned.`);
}

/** @throws Error for a table with what this does not carry over, or with rows that the first partition may not have */
async function refuseOthers(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint
     where (conrelid = $1::text::regclass and contype not in ('p', 'u', 'n') and conname <> $2) or confrelid = $1::text::regclass`,
    [table, `${table}_bound`],
  );
  if (rows.length > 0)
    throw new Error(
      `The table ${table} cannot be partitioned with the constraint ${rows[0]?.name ?? ""}.`,
    );
  const later = await client.query(
    `select from ${table} where realm_id >= ${firstLater} order by realm_id limit 1`,
  );
  if (later.rowCount !== 0)
    throw new Error(
      `The table ${table} cannot be partitioned: it has organizations with numbers from ${firstLater} on.`,
    );
}

/** Tells whether a constraint was validated; null when there is none. */
async function findValidated(client: pg.Client, name: string): Promise<boolean | null> {
  const { rows } = await client.query<{ validated: boolean }>(
    "select convalidated as validated from pg_constraint where conname = $1 and connamespace = current_schema()::regnamespace",
    [name],
  );
  return rows[0]?.validated ?? null;
}

/** Creates what is to be the table, and its partitions for later organizations: all but what needs a lock. */
async function prepareParts(client: pg.Client, table: string): Promise<void> {
  const like = `(like ${table} including all excluding constraints excluding identity)`;
  await client.query(`drop table if exists ${table}_parts, ${table}_later`);
  await client.query(`create table ${table}_parts ${like} partition by range (realm_id)`);
  await client.query(`create table ${table}_later ${like} partition by hash (realm_id)`);
  for (let part = 0; part < parts; part += 1)
    await client.query(
      `create table ${table}_later_${part} partition of ${table}_later for values with (modulus ${parts}, remainder ${part})`,
    );
}

/** Puts the partitioned table in the place of the other one, which becomes its first partition. */
async function swap(client: pg.Client, table: string, bound: string): Promise<void> {
  await client.query(`lock table ${table} in access exclusive mode`);
  const before = await describe(client, table);
  for (const { name } of before.triggers) await client.query(`drop trigger ${name} on ${table}`);
  if (before.identity)
    await client.query(`alter table ${table} alter ${before.identity.column} drop identity`);
  // A table that never had rows has nothing to be kept together.
  const first = before.isUsed ? firstLater : 1;
  await client.query(`
    alter table ${table} rename to ${table}_earlier;
    alter table ${table}_parts rename to ${table};
    alter table ${table} attach partition ${table}_earlier for values from (minvalue) to (${first});
    alter table ${table} attach partition ${table}_later for values from (${first}) to (maxvalue);
    alter table ${table}_earlier drop constraint ${bound}`);
  await renameIndexes(client, table);
  if (before.identity)
    await client.query(
      `alter table ${table} alter ${before.identity.column} add generated always as identity (start with ${before.identity.next})`,
    );
  for (const { definition } of before.triggers) await client.query(definition);
  if (before.comment !== null)
    await client.query(`comment on table ${table} is ${client.escapeLiteral(before.comment)}`);
}

interface Described {
  readonly isUsed: boolean;
  readonly comment: string | null;
  readonly triggers: readonly { readonly name: string; readonly definition: string }[];
  /** Column that numbers rows, and its next number; undefined when there is none. */
  readonly identity: { readonly column: string; readonly next: string } | undefined;
}

/** Reads what moves from a table to the one that takes its place. */
async function describe(client: pg.Client, table: string): Promise<Described> {
  const ask = async <Row extends pg.QueryResultRow>(text: string) =>
    (await client.query<Row>(text, [table])).rows;
  const [own] = await ask<Pick<Described, "comment" | "isUsed">>(
    `select pg_relation_size(oid) > 0 as "isUsed", obj_description(oid, 'pg_class') as comment
     from pg_class where oid = $1::text::regclass`,
  );
  const triggers = await ask<Described["triggers"][number]>(
    `select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
     where tgrelid = $1::text::regclass and not tgisinternal order by tgname`,
  );
  const [identity] = await ask<NonNullable<Described["identity"]>>(
    `select attname as column, coalesce(last_value + 1, start_value)::text as next from pg_attribute
       join pg_sequences on format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence($1, attname)
     where attrelid = $1::text::regclass and attidentity = 'a'`,
  );
  if (own === undefined) throw new Error(`There is no table ${table}.`);
  return { ...own, triggers, identity };
}

/** Gives the indexes of the table the names that those of its first partition had. */
async function renameIndexes(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ own: string | null; name: string }>(
    `select parent.relname as own, child.relname as name
     from pg_index i join pg_class child on child.oid = i.indexrelid
       left join pg_inherits on inhrelid = child.oid left join pg_class parent on parent.oid = inhparent
     where i.indrelid = $1::text::regclass`,
    [`${table}_earlier`],
  );
  for (const { name, own } of rows) {
    if (own === null) throw new Error(`The index ${name} has no counterpart.`);
    await client.query(`alter index ${name} rename to ${name}_earlier`);
    await client.query(`alter index ${own} rename to ${name}`);
  }
}
