import {
  type createUserGroup as contract,
  type GroupSettingValue,
  groupPermissions,
  type InputOf,
  type OutputOf,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { holdsRealmPermission, insufficientPermission } from "../../policies/accounts/rights.ts";
import { checkedGroupSetting, usersInSettings } from "../../policies/groups/group-setting.ts";
import {
  checkGroupName,
  groupPermissionNames,
  nameTaken,
} from "../../policies/groups/user-groups.ts";
import { permissionsOf } from "../../present/group-permissions.ts";
import {
  insertGroup,
  insertMembers,
  insertSubgroups,
  listActiveAmong,
} from "../../queries/groups/group-heads.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { checkActiveUsers, checkSubgroups } from "../../workflows/groups/check-group-parts.ts";
import { type GroupFacts, loadGroupFacts } from "../../workflows/groups/load-group-facts.ts";
import { tellOfNewGroup } from "../../workflows/groups/tell-of-new-group.ts";

type Input = InputOf<typeof contract>;

/** Creates a group that the caller manages. */
export function createUserGroup(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  return changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const facts = await loadGroupFacts(tx, caller);
    if (!holdsRealmPermission(facts.actor, "can_create_groups", facts.permissions))
      throw insufficientPermission();
    const members = await checkActiveUsers(tx, realmId, input.members);
    checkGroupName(input.name);
    const settings = await checkedSettings(tx, { caller, input, facts });
    checkRoom("userGroups", facts.groups.size);
    const subgroups = checkSubgroups(input.subgroups, facts);
    const change = await begin({});
    const { version } = change.versions;
    const { name, description } = input;
    const group = { name, description, creatorId: caller.userId, settings, version };
    const id = await insertGroup(tx, realmId, group);
    if (id === null) throw nameTaken(name);
    await insertMembers(tx, { realmId, groupId: id, ids: members });
    await insertSubgroups(tx, { realmId, groupId: id, ids: subgroups });
    await tellOfNewGroup(change, id, facts);
    return { group_id: id };
  });
}

interface Asked {
  readonly caller: Caller;
  readonly input: Input;
  readonly facts: GroupFacts;
}

/** Returns all permissions of the new group, those at their default included. @throws BAD_REQUEST */
async function checkedSettings(
  tx: Transaction,
  { caller, input, facts }: Asked,
): Promise<Record<string, GroupSettingValue>> {
  const named = usersInSettings(groupPermissionNames.map((name) => input[name]));
  const activeIds = new Set(await listActiveAmong(tx, caller.realm.id, named));
  const nobody = facts.systemGroups["role:nobody"];
  const form = { groups: facts.groups, activeIds, nobody };
  const created = { settings: {}, isSystem: false, creatorId: caller.userId };
  const settings: Record<string, GroupSettingValue> = {
    ...permissionsOf(created, facts.systemGroups),
  };
  for (const name of groupPermissionNames) {
    const value = input[name];
    if (value === undefined) continue;
    settings[name] = checkedGroupSetting({ name, rules: groupPermissions[name] }, value, form);
  }
  return settings;
}
