import { sql } from "slonik";
import { z } from "zod";

import type { Connection, Transaction } from "./database.ts";
import { listRealmTables, type RowCount } from "./realm-rows.ts";

const named = z.object({ table: z.string() });
const rowCount = z.object({ place: z.string(), count: z.number() });

interface PersonRows {
  readonly realmId: number;
  readonly userId: number;
  /** Tables that keep theirs. */
  readonly except: readonly string[];
}

/**
 * Lists the tables of this schema whose rows are of people, by a column `user_id`, each before those that it refers to.
 * The database itself is asked, so that no table can be forgotten.
 */
export async function listPersonTables(db: Connection): Promise<readonly string[]> {
  const found = await db.anyFirst(sql.type(named)`
    select c.relname::text as "table"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
  return (await listRealmTables(db)).filter((table) => found.includes(table));
}

/** Deletes the rows of a person in this schema, without writing down what they were; returns how many there were. */
export async function deletePersonRows(
  tx: Transaction,
  { except, realmId, userId }: PersonRows,
): Promise<number> {
  // Nothing is written down of what is to be forgotten (docs/subsystems/audit.md#flow).
  await tx.query(sql.unsafe`set local audit.skip = on`);
  let deleted = 0;
  for (const table of await listPersonTables(tx)) {
    if (except.includes(table)) continue;
    const gone = await tx.query(sql.unsafe`
      delete from ${sql.identifier([table])} where realm_id = ${realmId} and user_id = ${userId}`);
    deleted += gone.rowCount;
  }
  return deleted;
}

/** Counts the rows of a person in each table of this schema. */
export async function countPersonRows(
  db: Connection,
  { except, realmId, userId }: PersonRows,
): Promise<readonly RowCount[]> {
  const tables = (await listPersonTables(db)).filter((table) => !except.includes(table));
  const counts = tables.map(
    (table) => sql.fragment`
      select ${table}::text as place, count(*) as count from ${sql.identifier([table])}
      where realm_id = ${realmId} and user_id = ${userId}`,
  );
  return db.any(sql.type(rowCount)`${sql.join(counts, sql.fragment` union all `)} order by place`);
}
