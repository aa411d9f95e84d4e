import { type Connection, sql } from "@team-chat/pg";

/** Tells whether another account of the organization has the name, in any case; system bots take none. */
export function isNameTaken(
  db: Connection,
  realmId: number,
  user: { readonly userId: number | null; readonly fullName: string },
): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from account
    where
      realm_id = ${realmId} and lower(full_name) = lower(${user.fullName}) and not is_system_bot
      and user_id is distinct from ${user.userId}::bigint
  `);
}

/** Tells whether another active account of the organization has exactly this name; system bots take none. */
export function isActiveName(
  db: Connection,
  realmId: number,
  user: { readonly userId: number | null; readonly fullName: string },
): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from account
    where
      realm_id = ${realmId} and lower(full_name) = lower(${user.fullName}) and full_name = ${user.fullName}
      and is_active and not is_system_bot and user_id is distinct from ${user.userId}::bigint
  `);
}
