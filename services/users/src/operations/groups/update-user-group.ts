import {
  type GroupSettingValue,
  groupPermissions,
  type InputOf,
  type updateUserGroup as contract,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { checkNotGuest } from "../../policies/accounts/rights.ts";
import { changedGroupSetting, usersInSettings } from "../../policies/groups/group-setting.ts";
import {
  checkGroupName,
  groupPermissionNames,
  nameTaken,
} from "../../policies/groups/user-groups.ts";
import { permissionsOf } from "../../present/group-permissions.ts";
import { presentPermissions } from "../../present/group.ts";
import { type GroupHead, listActiveAmong, updateGroup } from "../../queries/groups/group-heads.ts";
import { loadGroup } from "../../queries/groups/groups.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import type { Change } from "../../workflows/change.ts";
import { emitGroup } from "../../workflows/events/emit-group.ts";
import { accessGroupToChange } from "../../workflows/groups/access-group.ts";
import {
  type GroupFacts,
  presentGroups,
  loadGroupFacts,
} from "../../workflows/groups/load-group-facts.ts";

type Input = InputOf<typeof contract>;
type Settings = Record<string, GroupSettingValue>;

/** Changes a group that the caller manages. */
export async function updateUserGroup(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<Record<string, never>> {
  const { user_group_id: id, ...wanted } = input;
  if (Object.values(wanted).every((value) => value === undefined))
    throw new AppError("BAD_REQUEST", "No new data supplied");
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const facts = await loadGroupFacts(tx, caller);
    checkNotGuest(facts.actor);
    const group = accessGroupToChange(id, facts);
    const name = newName(input, group);
    const description = input.description === group.description ? undefined : input.description;
    const settings = await newSettings(tx, caller, { input, group, facts });
    const isBack = input.deactivated === false && group.deactivated;
    const texts = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    };
    if (!isBack && Object.keys({ ...texts, ...settings }).length === 0) return;
    const change = await begin({});
    const update = { ...texts, settings, ...(isBack ? { deactivated: false } : {}) };
    const { version } = change.versions;
    const ref = { realmId: caller.realm.id, id };
    if (!(await updateGroup(tx, ref, { change: update, version }))) throw nameTaken(name ?? "");
    if (isBack) await tellOfReturn(change, id, facts);
    for (const data of [...separately(texts), ...separately(settings)])
      emitGroup(
        change,
        { groupId: id, isDeactivated: group.deactivated && !isBack },
        { op: "update", data },
      );
  });
  return {};
}

/** Writes one event for each thing that changed, as clients expect. */
function separately(changed: Readonly<Record<string, unknown>>): object[] {
  return Object.entries(changed).map(([name, value]) => ({ [name]: value }));
}

function newName({ name }: Input, group: GroupHead): string | undefined {
  if (name === undefined || name === group.name) return undefined;
  checkGroupName(name);
  return name;
}

interface Asked {
  readonly input: Input;
  readonly group: GroupHead;
  readonly facts: GroupFacts;
}

async function newSettings(
  tx: Transaction,
  caller: Caller,
  { input, group, facts }: Asked,
): Promise<Settings> {
  const given = groupPermissionNames.map((name) => input[name]?.new);
  const stored = permissionsOf(group, facts.systemGroups);
  const named = usersInSettings([...given, ...Object.values(stored)]);
  const activeIds = new Set(await listActiveAmong(tx, caller.realm.id, named));
  const current = presentPermissions(group, { systemGroups: facts.systemGroups, activeIds });
  const nobody = facts.systemGroups["role:nobody"];
  const changed: Settings = {};
  for (const name of groupPermissionNames) {
    const wanted = input[name];
    if (wanted === undefined) continue;
    const value = changedGroupSetting(
      { name, rules: groupPermissions[name] },
      { wanted, current: current[name] },
      { groups: facts.groups, activeIds, nobody },
    );
    if (value !== undefined) changed[name] = value;
  }
  return changed;
}

/** Tells clients that do not know deactivated groups of the group, which is new to them. */
async function tellOfReturn(
  change: Change,
  id: number,
  { systemGroups }: GroupFacts,
): Promise<void> {
  const { realmId, tx } = change;
  const groups = [await loadGroup(tx, realmId, id)];
  const [group] = await presentGroups(tx, realmId, { groups, systemGroups });
  change.emit({
    audience: { to: "everyone" },
    event: { type: "user_group", op: "update", group_id: id, data: { deactivated: false } },
    internal: { reactivated_group: group },
  });
}
