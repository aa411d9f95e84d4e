import type { GroupSettingValue } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { Connection } from "@team-chat/pg";

import {
  type Actor,
  holdsRealmPermission,
  type RealmPermissionName,
} from "../../policies/accounts/rights.ts";
import { usersInSettings } from "../../policies/groups/group-setting.ts";
import { permissionsOf } from "../../present/group-permissions.ts";
import { presentGroup } from "../../present/group.ts";
import { completePermissions } from "../../present/realm-values.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import {
  type GroupHead,
  listActiveAmong,
  listGroupHeads,
  listGroupIdsAround,
} from "../../queries/groups/group-heads.ts";
import type { Group, SystemGroupIds } from "../../queries/groups/groups.ts";
import { loadRealm } from "../../queries/organization/realms.ts";

/** Data that deciding about groups needs, as of now; inside of `changeRealm` it stays so. */
export interface GroupFacts {
  readonly actor: Actor;
  readonly groups: ReadonlyMap<number, GroupHead>;
  readonly systemGroups: SystemGroupIds;
  /** Permissions of the organization. */
  readonly permissions: Readonly<Record<RealmPermissionName, GroupSettingValue>>;
  /** True if the actor may do everything with all groups but those of the system. */
  readonly managesAll: boolean;
}

/** Four statements, however many groups there are. */
export async function loadGroupFacts(db: Connection, caller: Caller): Promise<GroupFacts> {
  const realmId = caller.realm.id;
  const { role } = await loadAccount(db, realmId, caller.userId);
  const groupIds = new Set(await listGroupIdsAround(db, realmId, caller.userId));
  const facts = await loadFactsFor(db, realmId, { userId: caller.userId, role, groupIds });
  const { actor, permissions } = facts;
  const managesAll = holdsRealmPermission(actor, "can_manage_all_groups", permissions);
  return { ...facts, managesAll };
}

/** Loads what deciding for somebody needs who is known already and manages all groups. */
export async function loadFactsFor(
  db: Connection,
  realmId: number,
  actor: Actor,
): Promise<GroupFacts> {
  const heads = await listGroupHeads(db, realmId);
  const realm = await loadRealm(db, realmId);
  const systemGroups = Object.fromEntries(
    heads.filter(({ isSystem }) => isSystem).map(({ id, name }) => [name, id]),
  ) as SystemGroupIds;
  return {
    actor,
    groups: new Map(heads.map((head) => [head.id, head])),
    systemGroups,
    permissions: completePermissions(realm.settings, systemGroups),
    managesAll: true,
  };
}

interface ShownGroups {
  readonly groups: readonly Group[];
  readonly systemGroups: SystemGroupIds;
}

/** Presents groups to clients, in this order; loads which of the users named by their permissions are active. */
export async function presentGroups(
  db: Connection,
  realmId: number,
  { groups, systemGroups }: ShownGroups,
): Promise<ReturnType<typeof presentGroup>[]> {
  const values = groups.flatMap((group) => Object.values(permissionsOf(group, systemGroups)));
  const active = await listActiveAmong(db, realmId, usersInSettings(values));
  const form = { systemGroups, activeIds: new Set(active) };
  return groups.map((group) => presentGroup(group, form));
}
