import type { Product } from "../in-process/product.ts";

interface Table {
  readonly name: string;
  readonly hasRealm: boolean;
}

/** Lists the tables of all services; asked of the database, so that none can be forgotten. */
export async function listTables({ database }: Product): Promise<readonly Table[]> {
  const { rows } = await database.query<Table>(`
    select format('%I.%I', table_schema, table_name) as name, exists (
      select from information_schema.columns c where (c.table_schema, c.table_name) = (t.table_schema, t.table_name)
        and c.column_name = 'realm_id'
    ) as "hasRealm"
    from information_schema.tables t
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and (select not relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)
    order by 1`);
  return rows;
}

/** Number of rows in each table, with a hash of them. */
export type Rows = ReadonlyMap<string, { readonly count: number; readonly hash: string }>;

/** The tables of the first database: those of others are the same, and to look takes longer than to read them all. */
let found: Promise<readonly Table[]> | undefined;

/** Columns of what is done now and then, whatever people do: sending, and looking at facts of channels. */
const nowAndThen = ["published_at", "stream_seq", "facts_looked_at"];
/** Table that says when an organization is looked through next, which a new one is within a minute. */
const turns = "messages.retention_turn";

/** Finds the number of rows of an organization in each table, with a hash of them. */
export async function storedRows(product: Product, realmId: number): Promise<Rows> {
  found ??= listTables(product);
  const tables = (await found).filter(({ hasRealm, name }) => hasRealm && name !== turns);
  const without = nowAndThen.map((column) => ` - '${column}'`).join("");
  const each = tables.map(
    ({ name }) => `
      select '${name}' as name, count(*)::int as count, md5(coalesce(string_agg(shown, ',' order by shown), '')) as hash
      from ${name} t, lateral (select (to_jsonb(t)${without})::text as shown) one
      where realm_id = ${realmId}`,
  );
  const { rows } = await product.database.query<{ name: string; count: number; hash: string }>(
    each.join(" union all "),
  );
  return new Map(rows.map(({ count, hash, name }) => [name, { count, hash }]));
}
