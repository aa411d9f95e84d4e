import { type Database, type ExportedTable, sql } from "@team-chat/pg";
import { z } from "zod";

/** Why exports have no rows of a table, or not that `table.column`. */
export type LeftOut = Readonly<Record<string, string>>;

const column = z.object({ table: z.string(), column: z.string() });

/** Lists columns of what organizations have that exports neither have nor leave out for a reason, and the reverse. */
export async function differenceOfExport(
  db: Database,
  exported: readonly ExportedTable[],
  leftOut: LeftOut,
): Promise<readonly string[]> {
  const rows = await db.any(sql.type(column)`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    where c.table_schema = current_schema() and c.column_name <> 'realm_id'
      -- Events on their way to everybody's screen.
      and c.table_name not like 'outbox%' and exists (
      select from information_schema.columns r join information_schema.tables t using (table_schema, table_name)
      where r.table_schema = c.table_schema and r.table_name = c.table_name and r.column_name = 'realm_id'
        and t.table_type = 'BASE TABLE')
      and (select not relispartition from pg_class where oid = format('%I.%I', c.table_schema, c.table_name)::regclass)
    order by 1, 2`);
  const there = new Set(rows.flatMap((row) => [row.table, `${row.table}.${row.column}`]));
  const listed = new Set(
    exported.flatMap(({ fields, pictures = [], table }) =>
      [...fields, ...pictures].map((name) => `${table}.${name}`),
    ),
  );
  const forgotten = rows
    .filter(({ table }) => leftOut[table] === undefined)
    .map((row) => `${row.table}.${row.column}`)
    .filter((name) => !listed.has(name) && leftOut[name] === undefined);
  const gone = [...listed, ...Object.keys(leftOut)].filter((name) => !there.has(name));
  const twice = Object.keys(leftOut).filter((name) => listed.has(name));
  return [...forgotten, ...gone, ...twice];
}
