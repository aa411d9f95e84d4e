import type { Tables } from "./tables.ts";

/**
 * Adds members who never come, without keys: written by SQL as one change of the organization, as an import would be.
 */
export async function writeAccounts(
  db: Tables,
  { count, realmId }: { readonly count: number; readonly realmId: number },
): Promise<void> {
  await db.query(
    `with changed as (
        update users.realm_version set version = version + 1 where realm_id = $1 returning version, auth_version
      )
      insert into users.account (realm_id, delivery_email, full_name, role, version, auth_version)
      select $1, 'many-' || n || '@example.com', 'Many ' || n, 400, version, auth_version
      from changed cross join generate_series(1, $2::int) n`,
    [realmId, count],
  );
  await db.query("analyze users.account", []);
}
