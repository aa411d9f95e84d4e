import { type SystemGroupName, systemGroupNames } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { groupHead, headColumns } from "./group-heads.ts";

const groupRow = groupHead.extend({
  /** Active users only, ascending. */
  members: z.array(z.number()),
});

export type Group = z.infer<typeof groupRow>;

const columns = sql.fragment`
  ${headColumns},
  array(
    select user_id::int from group_member m join account using (realm_id, user_id)
    where m.realm_id = g.realm_id and m.group_id = g.group_id and account.is_active
    order by user_id
  ) as members
`;

/** Groups that changed after the version (0 for all), with their direct members and subgroups, by id. */
export function listGroupsSince(
  db: Connection,
  realmId: number,
  version: number,
): Promise<readonly Group[]> {
  return db.any(sql.type(groupRow)`
    select ${columns} from user_group g
    where realm_id = ${realmId} and version > ${version}
    order by group_id
  `);
}

/** Loads one group with its direct members and subgroups. Throws when it does not exist. */
export function loadGroup(db: Connection, realmId: number, groupId: number): Promise<Group> {
  return db.one(sql.type(groupRow)`
    select ${columns} from user_group g where realm_id = ${realmId} and group_id = ${groupId}
  `);
}

const systemGroup = z.object({ id: z.number(), name: z.enum(systemGroupNames) });

export type SystemGroupIds = Readonly<Record<SystemGroupName, number>>;

/** Loads the ids of the organization's system groups. */
export async function loadSystemGroupIds(db: Connection, realmId: number): Promise<SystemGroupIds> {
  const rows = await db.any(sql.type(systemGroup)`
    select group_id as id, name from user_group where realm_id = ${realmId} and is_system
  `);
  return Object.fromEntries(rows.map(({ id, name }) => [name, id])) as Record<
    SystemGroupName,
    number
  >;
}

/** Creates one system group and returns its id. */
export function insertSystemGroup(
  tx: Transaction,
  realmId: number,
  group: { readonly name: SystemGroupName; readonly description: string; readonly version: number },
): Promise<number> {
  return tx.oneFirst(sql.type(z.object({ id: z.number() }))`
    insert into user_group (realm_id, name, description, is_system, version)
    values (${realmId}, ${group.name}, ${group.description}, true, ${group.version})
    returning group_id as id
  `);
}

/** Makes one group part of another. */
export async function insertSubgroup(
  tx: Transaction,
  realmId: number,
  { groupId, subgroupId }: { readonly groupId: number; readonly subgroupId: number },
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into group_subgroup (realm_id, group_id, subgroup_id)
    values (${realmId}, ${groupId}, ${subgroupId})
  `);
}

interface MembershipChange {
  readonly realmId: number;
  readonly userId: number;
  readonly groupIds: readonly number[];
  readonly version: number;
}

/** Adds the user to the groups and stamps them; returns those of them that are deactivated, in no order. */
export async function insertMemberships(
  tx: Transaction,
  change: MembershipChange,
): Promise<readonly number[]> {
  await tx.query(sql.unsafe`
    insert into group_member (realm_id, group_id, user_id)
    select ${change.realmId}, group_id, ${change.userId}
    from unnest(${sql.array([...change.groupIds], "int8")}) as group_id
    on conflict do nothing
  `);
  return stampGroups(tx, change);
}

/** Takes the user out of the groups and stamps them. */
export async function deleteMemberships(tx: Transaction, change: MembershipChange): Promise<void> {
  await tx.query(sql.unsafe`
    delete from group_member
    where
      realm_id = ${change.realmId} and user_id = ${change.userId}
      and group_id = any(${sql.array([...change.groupIds], "int8")})
  `);
  await stampGroups(tx, change);
}

/**
 * Gives the groups the version, so that others hear of a change of their members; returns those of them that are
 * deactivated, in no order.
 */
export function stampGroups(
  tx: Transaction,
  change: Pick<MembershipChange, "realmId" | "groupIds" | "version">,
): Promise<readonly number[]> {
  return tx.anyFirst(sql.type(z.object({ id: z.number() }))`
    with stamped as (
      update user_group set version = ${change.version}
      where realm_id = ${change.realmId} and group_id = any(${sql.array([...change.groupIds], "int8")})
      returning group_id, deactivated
    )
    select group_id as id from stamped where deactivated
  `);
}

/** Lists the groups that name the user directly, by id; also those of a deactivated user. */
export function listGroupIdsOf(
  db: Connection,
  realmId: number,
  userId: number,
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ id: z.number() }))`
    select group_id as id from group_member
    where realm_id = ${realmId} and user_id = ${userId}
    order by group_id
  `);
}

const namedGroup = z.object({ id: z.number(), name: z.string() });

/** Lists the active groups with these names that people made, in no order. */
export function listGroupsNamed(
  db: Connection,
  realmId: number,
  names: readonly string[],
): Promise<readonly z.infer<typeof namedGroup>[]> {
  return db.any(sql.type(namedGroup)`
    select group_id as id, name from user_group
    where
      realm_id = ${realmId} and name = any(${sql.array([...names], "text")})
      and not is_system and not deactivated
  `);
}
