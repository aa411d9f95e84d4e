import { sql } from "slonik";
import { z } from "zod";

import type { Connection, Database } from "./database.ts";

const realmTable = z.object({ table: z.string(), refersTo: z.array(z.string()) });

/** Rows of one statement: few enough to be over in a moment, and for whoever waits for a lock of theirs. */
const batch = 500;
/** Rows that are looked for at once. */
const listed = 20 * batch;
/** After this much work the caller is asked whether to go on, in ms. */
const budgetMs = 1000;

/**
 * Lists the tables of this schema that have rows of organizations, each before those that it refers to. The database
 * itself is asked, so that no table can be forgotten.
 */
export async function listRealmTables(db: Connection): Promise<readonly string[]> {
  const found = await db.any(sql.type(realmTable)`
    select c.relname::text as "table", array(
      select distinct there.relname::text from pg_constraint k join pg_class there on there.oid = k.confrelid
      where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid
    ) as "refersTo"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'realm_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`);
  const ordered: string[] = [];
  let left = found;
  while (left.length > 0) {
    const free = left.filter(({ table }) => !left.some(({ refersTo }) => refersTo.includes(table)));
    if (free.length === 0) throw new Error("Tables refer to each other in a circle.");
    ordered.push(...free.map(({ table }) => table));
    left = left.filter((one) => !free.includes(one));
  }
  return ordered;
}

/** Outcome of one of several steps by which something is deleted. */
export interface DeletedPart {
  /** Number of rows. */
  readonly deleted: number;
  /** False if there may be more. */
  readonly isDone: boolean;
}

/**
 * Deletes rows that an organization has in this schema, for about a second: in batches that are transactions of their
 * own, so that nobody waits long for any of them and whoever is interrupted goes on. `except` names tables that keep
 * theirs.
 */
export async function deleteRealmRows(
  db: Database,
  realmId: number,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<DeletedPart> {
  const endAt = performance.now() + budgetMs;
  let deleted = 0;
  for (const table of await listRealmTables(db)) {
    if (except.includes(table)) continue;
    for (let found = listed; found === listed;) {
      const rows = await listRows(db, table, realmId);
      for (let start = 0; start < rows.length; start += batch) {
        if (performance.now() > endAt) return { deleted, isDone: false };
        deleted += await deleteRows(db, { table, realmId, rows: rows.slice(start, start + batch) });
      }
      found = rows.length;
    }
  }
  return { deleted, isDone: true };
}

/** Finds where rows are: of many at once, as those that were just deleted are passed over each time. */
function listRows(db: Database, table: string, realmId: number): Promise<readonly string[]> {
  return db.anyFirst(sql.type(z.object({ at: z.string() }))`
    select ctid::text as at from ${sql.identifier([table])} where realm_id = ${realmId} limit ${listed}`);
}

interface Rows {
  readonly table: string;
  readonly realmId: number;
  readonly rows: readonly string[];
}

/** Deletes rows where they were found, unless another organization's are there by now. */
function deleteRows(db: Database, { realmId, rows, table }: Rows): Promise<number> {
  return db.transaction(async (tx) => {
    // Nothing is written down of what is to be forgotten (docs/subsystems/audit.md#flow).
    await tx.query(sql.unsafe`set local audit.skip = on`);
    const { rowCount } = await tx.query(sql.unsafe`
      delete from ${sql.identifier([table])} where realm_id = ${realmId} and ctid = any(${sql.array(rows, "tid")})`);
    return rowCount;
  });
}

/** Number of rows, or of other things, in one place. */
export interface RowCount {
  readonly place: string;
  readonly count: number;
}

const rowCount = z.object({ place: z.string(), count: z.number() });

/** Counts the rows that an organization has in each table of this schema. */
export async function countRealmRows(
  db: Connection,
  realmId: number,
): Promise<readonly RowCount[]> {
  const counts = (await listRealmTables(db)).map(
    (table) =>
      sql.fragment`select ${table}::text as place, count(*) as count from ${sql.identifier([table])} where realm_id = ${realmId}`,
  );
  return db.any(sql.type(rowCount)`${sql.join(counts, sql.fragment` union all `)} order by place`);
}
