import type { GroupRecord, UserRecord } from "@team-chat/contract";
import { sql, type Transaction } from "@team-chat/pg";

/** Versions that are written with it: the version of channels that it gets, and the version of users that it is of. */
interface AnnouncedAt {
  readonly realmId: number;
  readonly version: number;
  readonly usersVersion: number;
}

/** Notes users and groups as what clients are told by from now on. One statement. */
export async function upsertAnnounced(
  tx: Transaction,
  at: AnnouncedAt,
  announced: { readonly users: readonly UserRecord[]; readonly groups: readonly GroupRecord[] },
): Promise<void> {
  const users = announced.users.map(({ id, isActive, role }) => [id, role, isActive]);
  const groups = announced.groups.map(({ id, members, subgroups }) => [
    id,
    JSON.stringify(members),
    JSON.stringify(subgroups),
  ]);
  await tx.query(sql.unsafe`
    with noted_users as (
      insert into told_user (realm_id, user_id, role, is_active, version)
      select ${at.realmId}, given.id, given.role, given.active, ${at.version}
      from ${sql.unnest(users, ["int8", "int4", "bool"])} as given(id, role, active)
      on conflict (realm_id, user_id) do update
        set role = excluded.role, is_active = excluded.is_active, version = excluded.version
    ), noted_groups as (
      insert into told_group (realm_id, group_id, members, subgroups, version)
      select ${at.realmId}, given.id, given.members::jsonb, given.subgroups::jsonb, ${at.version}
      from ${sql.unnest(groups, ["int8", "text", "text"])} as given(id, members, subgroups)
      on conflict (realm_id, group_id) do update
        set members = excluded.members, subgroups = excluded.subgroups, version = excluded.version
    )
    update realm_version set told_users_version = ${at.usersVersion} where realm_id = ${at.realmId}`);
}
