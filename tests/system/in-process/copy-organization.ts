import type { Product } from "./product.ts";

interface Table {
  readonly name: string;
  readonly columns: string;
}

/**
 * The tables with rows of organizations, and the columns to copy. Bundles of events are left out, as they would be
 * published again, and so is the audit log, to which making the copy belongs.
 */
const listTables = `
  select format('%I.%I', table_schema, table_name) as name,
    string_agg(format('%I', column_name), ', ') as columns
  from information_schema.columns c
  where is_generated = 'NEVER' and column_name not in ('realm_id', 'subdomain') and table_name not in ('outbox', 'audit_entry', 'audit_head')
    and (select not relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)
    and exists (
      select from information_schema.columns key
      where (key.table_schema, key.table_name, key.column_name) = (c.table_schema, c.table_name, 'realm_id'))
  group by table_schema, table_name`;

/** The tables of the first database: those of others are the same, and to look takes longer than to copy. */
let found: Promise<{ readonly rows: readonly Table[] }> | undefined;

const organizations = "users.realm";

/** Gives everybody of an organization another key: keys are found without knowing whose they are. */
const replaceKeys = `
  with fresh as (
    select user_id, replace(gen_random_uuid()::text, '-', '') as key from users.api_key where realm_id = $1)
  update users.api_key set key = fresh.key, key_hash = sha256(convert_to(fresh.key, 'UTF8'))
  from fresh where realm_id = $1 and api_key.user_id = fresh.user_id
  returning api_key.user_id as id, api_key.key`;

/**
 * Copies an organization with everything that is stored of it, under another subdomain; returns its id, and the keys of
 * its people by their ids. As all rows are found by their organization first, ids stay what they are. Nothing may be
 * under way.
 */
export async function copyOrganization(
  { database }: Product,
  { realmId, subdomain }: { readonly realmId: number; readonly subdomain: string },
): Promise<{ readonly realmId: number; readonly keys: ReadonlyMap<number, string> }> {
  found ??= database.query<Table>(listTables);
  const { rows: tables } = await found;
  const own = tables.find(({ name }) => name === organizations);
  if (!own) throw new Error("There is no table of organizations.");
  const { rows } = await database.query<{ id: number }>(
    `insert into ${own.name} (subdomain, ${own.columns})
     select $2, ${own.columns} from ${own.name} where realm_id = $1 returning realm_id as id`,
    [realmId, subdomain],
  );
  const copyId = rows[0]?.id ?? 0;
  const copies = tables
    .filter((table) => table !== own)
    .map(
      ({ columns, name }) =>
        `insert into ${name} (realm_id, ${columns}) overriding system value
         select ${copyId}, ${columns} from ${name} where realm_id = ${realmId}`,
    );
  // Rows may refer to others that are copied after them.
  const anyOrder = "set local session_replication_role = replica";
  await database.query([anyOrder, ...copies].join(";\n"));
  const { rows: keys } = await database.query<{ id: number; key: string }>(replaceKeys, [copyId]);
  return { realmId: copyId, keys: new Map(keys.map(({ id, key }) => [id, key])) };
}
