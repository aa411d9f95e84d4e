import { type Database, sql } from "@team-chat/pg";
import { z } from "zod";

import type { LeftOut } from "./exported-columns.ts";

const column = z.object({ table: z.string(), column: z.string() });
const trigger = z.object({ table: z.string(), arguments: z.string(), triggers: z.number() });

/**
 * Lists columns of what organizations have that the audit log neither shows nor hides nor leaves out for a reason, and
 * reasons for what is not there or is written down all the same.
 */
export async function differenceOfAudit(
  db: Database,
  leftOut: LeftOut,
): Promise<readonly string[]> {
  const rows = await db.any(sql.type(column)`
    select table_name as "table", column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and column_name <> 'realm_id' and table_type = 'BASE TABLE'
      and table_name !~ '^(outbox|audit_(entry|head|open)$|migration)'
      and (select not relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)
    order by 1, 2`);
  const triggers = await db.any(sql.type(trigger)`
    select relname as "table", encode(min(tgargs), 'escape') as arguments, count(*) as triggers
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname in ('audit_insert', 'audit_update', 'audit_delete') and relnamespace = current_schema()::regnamespace
    group by relname`);
  const there = new Set(rows.flatMap((row) => [row.table, `${row.table}.${row.column}`]));
  const audited = new Set(
    triggers.flatMap(({ arguments: given, table }) => [
      table,
      ...columnsOf(given).map((name) => `${table}.${name}`),
    ]),
  );
  const forgotten = rows
    .filter(({ table }) => leftOut[table] === undefined)
    .map((row) => `${row.table}.${row.column}`)
    .filter((name) => !audited.has(name) && leftOut[name] === undefined);
  const gone = [...audited, ...Object.keys(leftOut)].filter((name) => !there.has(name));
  const twice = Object.keys(leftOut).filter((name) => audited.has(name));
  // Inserting, updating and deleting.
  const partly = triggers.filter(({ triggers: count }) => count !== 3).map(({ table }) => table);
  return [...forgotten, ...gone, ...twice, ...partly];
}

/** Takes the columns out of the arguments of a trigger: `kind\\000{a,b}\\000{c}\\000{}\\000`. */
function columnsOf(given: string): readonly string[] {
  const [, ...lists] = given.split(String.raw`\000`);
  return lists.flatMap((list) => list.replaceAll(/[{}]/g, "").split(",")).filter(Boolean);
}
