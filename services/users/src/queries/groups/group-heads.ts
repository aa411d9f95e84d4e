import { type Connection, sql, type Transaction, UniqueViolation } from "@team-chat/pg";
import { z } from "zod";

export const groupHead = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  isSystem: z.boolean(),
  deactivated: z.boolean(),
  creatorId: z.number().nullable(),
  createdAt: z.date(),
  settings: z.record(z.string(), z.unknown()),
  /** Ascending. */
  subgroups: z.array(z.number()),
});

/** A group without its members, who may be many. */
export type GroupHead = z.infer<typeof groupHead>;

/** The head of the group in the row `g` of `user_group`. */
export const headColumns = sql.fragment`
  g.group_id as id, name, description, is_system as "isSystem", deactivated, creator_id as "creatorId",
  created_at as "createdAt", settings,
  array(
    select subgroup_id::int from group_subgroup s
    where s.realm_id = g.realm_id and s.group_id = g.group_id
    order by subgroup_id
  ) as subgroups
`;

/** Lists all groups of the organization, by id, without their members. */
export function listGroupHeads(db: Connection, realmId: number): Promise<readonly GroupHead[]> {
  return db.any(sql.type(groupHead)`
    select ${headColumns} from user_group g where realm_id = ${realmId} order by group_id
  `);
}

const id = z.object({ id: z.number() });

/** Lists every group that the user is in, directly or through groups within groups. */
export function listGroupIdsAround(
  db: Connection,
  realmId: number,
  userId: number,
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(id)`
    with recursive around (id) as (
      select group_id from group_member where realm_id = ${realmId} and user_id = ${userId}
      union
      select s.group_id from group_subgroup s join around on s.subgroup_id = around.id
      where s.realm_id = ${realmId}
    )
    select id from around
  `);
}

/** Active users who are directly in one of the groups, each once, ascending. */
export function listMembersOf(
  db: Connection,
  realmId: number,
  groupIds: readonly number[],
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(id)`
    select distinct user_id as id from group_member join account using (realm_id, user_id)
    where
      realm_id = ${realmId} and group_id = any(${sql.array([...groupIds], "int8")}) and account.is_active
    order by user_id
  `);
}

/** Lists those of the users that are active, system bots apart. */
export function listActiveAmong(
  db: Connection,
  realmId: number,
  userIds: readonly number[],
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(id)`
    select user_id as id from account
    where
      realm_id = ${realmId} and user_id = any(${sql.array([...userIds], "int8")})
      and is_active and not is_system_bot
  `);
}

interface NewGroup {
  readonly name: string;
  readonly description: string;
  /** Null for a provisioning system. */
  readonly creatorId: number | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly version: number;
}

/** Inserts a group and returns its id, or null when another one has the name, in any case. */
export async function insertGroup(
  tx: Transaction,
  realmId: number,
  group: NewGroup,
): Promise<number | null> {
  return tx.maybeOneFirst(sql.type(id)`
    insert into user_group (realm_id, name, description, creator_id, settings, version)
    values (
      ${realmId}, ${group.name}, ${group.description}, ${group.creatorId},
      ${JSON.stringify(group.settings)}::jsonb, ${group.version}
    )
    on conflict (realm_id, lower(name)) do nothing
    returning group_id as id
  `);
}

interface GroupChange {
  readonly name?: string;
  readonly description?: string;
  readonly deactivated?: boolean;
  /** Permissions that change; others stay. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * Writes what changed and stamps the group. False when another group has the name; the transaction is then of no more
 * use.
 */
export async function updateGroup(
  tx: Transaction,
  group: { readonly realmId: number; readonly id: number },
  { change, version }: { readonly change: GroupChange; readonly version: number },
): Promise<boolean> {
  try {
    await tx.query(sql.unsafe`
      update user_group
      set
        name = coalesce(${change.name ?? null}, name),
        description = coalesce(${change.description ?? null}, description),
        deactivated = coalesce(${change.deactivated ?? null}::boolean, deactivated),
        settings = settings || ${JSON.stringify(change.settings ?? {})}::jsonb,
        version = ${version}
      where realm_id = ${group.realmId} and group_id = ${group.id}
    `);
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}

/** Counts a claim on each of the groups that is active; how many these are. Waits for whoever is changing them. */
export async function claimActiveGroups(
  db: Connection,
  realmId: number,
  groupIds: readonly number[],
): Promise<number> {
  const claimed = await db.anyFirst(sql.type(id)`
    with wanted as (
      select group_id from user_group
      where realm_id = ${realmId} and group_id = any(${sql.array([...groupIds], "int8")})
      order by group_id
      for no key update
    )
    update user_group g set claims = claims + 1
    from wanted
    where g.realm_id = ${realmId} and g.group_id = wanted.group_id and not g.deactivated
    returning g.group_id as id
  `);
  return claimed.length;
}

/** Counts the claims on a group. */
export function countClaims(db: Connection, realmId: number, groupId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ claims: z.number() }))`
    select claims from user_group where realm_id = ${realmId} and group_id = ${groupId}
  `);
}

/** Deactivates a group and stamps it, unless there was another claim on it by now; whether that was done. */
export async function deactivateUnclaimed(
  tx: Transaction,
  group: { readonly realmId: number; readonly id: number },
  { claims, version }: { readonly claims: number; readonly version: number },
): Promise<boolean> {
  const done = await tx.anyFirst(sql.type(id)`
    update user_group set deactivated = true, version = ${version}
    where realm_id = ${group.realmId} and group_id = ${group.id} and claims = ${claims}
    returning group_id as id
  `);
  return done.length > 0;
}

interface MembersChange {
  readonly realmId: number;
  readonly groupId: number;
  readonly ids: readonly number[];
}

/** Puts users into a group, which has to be stamped. */
export async function insertMembers(tx: Transaction, change: MembersChange): Promise<void> {
  await tx.query(sql.unsafe`
    insert into group_member (realm_id, group_id, user_id)
    select ${change.realmId}, ${change.groupId}, user_id
    from unnest(${sql.array([...change.ids], "int8")}) as user_id
  `);
}

/** Takes users out of a group, which has to be stamped. */
export async function deleteMembers(tx: Transaction, change: MembersChange): Promise<void> {
  await tx.query(sql.unsafe`
    delete from group_member
    where
      realm_id = ${change.realmId} and group_id = ${change.groupId}
      and user_id = any(${sql.array([...change.ids], "int8")})
  `);
}

/** Makes groups part of a group, which has to be stamped. */
export async function insertSubgroups(tx: Transaction, change: MembersChange): Promise<void> {
  await tx.query(sql.unsafe`
    insert into group_subgroup (realm_id, group_id, subgroup_id)
    select ${change.realmId}, ${change.groupId}, subgroup_id
    from unnest(${sql.array([...change.ids], "int8")}) as subgroup_id
  `);
}

/** Takes groups out of a group, which has to be stamped. */
export async function deleteSubgroups(tx: Transaction, change: MembersChange): Promise<void> {
  await tx.query(sql.unsafe`
    delete from group_subgroup
    where
      realm_id = ${change.realmId} and group_id = ${change.groupId}
      and subgroup_id = any(${sql.array([...change.ids], "int8")})
  `);
}

/** Lists the groups with a permission that names the user directly, by id, without their members. */
export async function listGroupsNaming(
  db: Connection,
  realmId: number,
  userId: number,
): Promise<readonly Omit<GroupHead, "subgroups">[]> {
  return db.any(sql.type(groupHead.omit({ subgroups: true }))`
    select
      group_id as id, name, description, is_system as "isSystem", deactivated, creator_id as "creatorId",
      created_at as "createdAt", settings
    from user_group
    where
      realm_id = ${realmId} and not is_system
      and (
        creator_id = ${userId}
        or jsonb_path_exists(settings, '$.*.direct_members[*] ? (@ == $user)', jsonb_build_object('user', ${userId}::bigint))
      )
    order by group_id
  `);
}

/** Lists those of the users that the group names directly, active or not. */
export function listDirectMembersAmong(
  db: Connection,
  { realmId, groupId, ids }: MembersChange,
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(id)`
    select user_id as id from group_member
    where
      realm_id = ${realmId} and group_id = ${groupId}
      and user_id = any(${sql.array([...ids], "int8")})
  `);
}
