import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkNotGuest } from "../../policies/accounts/rights.ts";
import type { GroupPermissionName } from "../../policies/groups/user-groups.ts";
import { withSubgroups } from "../../policies/groups/user-groups.ts";
import {
  deleteMembers,
  deleteSubgroups,
  type GroupHead,
  insertMembers,
  insertSubgroups,
  listDirectMembersAmong,
} from "../../queries/groups/group-heads.ts";
import { stampGroups } from "../../queries/groups/groups.ts";
import { changeRealm, type Prospect } from "../change-realm.ts";
import { emitGroup } from "../events/emit-group.ts";
import { accessGroupToChange } from "./access-group.ts";
import { checkActiveUsers, checkSubgroups } from "./check-group-parts.ts";
import { type GroupFacts, loadGroupFacts } from "./load-group-facts.ts";
import { noteMemberNotices } from "./note-member-notices.ts";

/** Members that a group gains and loses. */
export interface Parts {
  readonly groupId: number;
  readonly add: readonly number[];
  readonly remove: readonly number[];
  readonly addSubgroups: readonly number[];
  readonly removeSubgroups: readonly number[];
}

/**
 * Checks everything, then changes the group's members and subgroups and tells everybody; the notification bot tells
 * those whom somebody else moved. @throws BAD_REQUEST
 */
export async function changeGroupParts(ctx: Context, caller: Caller, parts: Parts): Promise<void> {
  const { realm, userId: actorId } = caller;
  const hasNotices = await changeRealm(ctx, realm, async (prospect) => {
    const { tx } = prospect;
    const facts = await loadGroupFacts(tx, caller);
    checkNotGuest(facts.actor);
    const checked = await checkedParts(prospect, { caller, parts, facts });
    await write(prospect, realm.id, checked);
    const { add: added, group, remove: removed } = checked;
    const moved = { realmId: realm.id, actorId, groupName: group.name, added, removed };
    return noteMemberNotices(tx, moved);
  });
  if (hasNotices) await ctx.outbox.followers.follow(realm.id, () => ctx.notices.settle(realm.id));
}

interface Asked {
  readonly caller: Caller;
  readonly parts: Parts;
  readonly facts: GroupFacts;
}

interface Checked extends Parts {
  readonly group: GroupHead;
}

async function checkedParts({ tx }: Prospect, { caller, parts, facts }: Asked): Promise<Checked> {
  const { groupId } = parts;
  const realmId = caller.realm.id;
  const group = accessForAll(parts, facts);
  const add = await checkActiveUsers(tx, realmId, parts.add);
  const remove = await checkActiveUsers(tx, realmId, parts.remove);
  const asked = { realmId, groupId, ids: [...add, ...remove] };
  const present = new Set(await listDirectMembersAmong(tx, asked));
  const again = add.find((id) => present.has(id));
  if (again !== undefined) throw refused(`User ${again} is already a member of this group`);
  const added = new Set(add);
  const absent = remove.find((id) => !present.has(id) && !added.has(id));
  if (absent !== undefined) throw refused(`There is no member '${absent}' in this user group`);
  return { ...parts, ...checkedSubgroups(parts, group, facts), group, add, remove };
}

/** Lets those who may only join or leave do so by themselves. */
function accessForAll(parts: Parts, facts: GroupFacts): GroupHead {
  const { groupId } = parts;
  const alone = (ids: readonly number[]) => ids.length === 1 && ids[0] === facts.actor.userId;
  const needed: (readonly GroupPermissionName[])[] = [];
  if (parts.add.length > 0)
    needed.push(
      alone(parts.add) ? ["can_join_group", "can_add_members_group"] : ["can_add_members_group"],
    );
  if (parts.remove.length > 0)
    needed.push(
      alone(parts.remove)
        ? ["can_leave_group", "can_remove_members_group"]
        : ["can_remove_members_group"],
    );
  if (parts.addSubgroups.length > 0) needed.push(["can_add_members_group"]);
  if (parts.removeSubgroups.length > 0) needed.push([]);
  for (const any of needed) accessGroupToChange(groupId, facts, any);
  return accessGroupToChange(groupId, facts, needed[0]);
}

function checkedSubgroups(parts: Parts, group: GroupHead, facts: GroupFacts) {
  const addSubgroups = checkSubgroups(parts.addSubgroups, facts);
  const removeSubgroups = checkSubgroups(parts.removeSubgroups, facts);
  if (group.deactivated && addSubgroups.length + removeSubgroups.length > 0)
    throw refused("User group is deactivated.");
  const again = addSubgroups.find((id) => group.subgroups.includes(id));
  if (again !== undefined)
    throw refused(`User group ${again} is already a subgroup of this group.`);
  if (withSubgroups(addSubgroups, facts.groups).has(group.id)) {
    throw refused(`User group ${group.id} is already a subgroup of one of the passed subgroups.`);
  }
  const added = new Set(addSubgroups);
  const absent = removeSubgroups.find((id) => !group.subgroups.includes(id) && !added.has(id));
  if (absent !== undefined) throw refused(`User group ${absent} is not a subgroup of this group.`);
  return { addSubgroups, removeSubgroups };
}

async function write({ tx, begin }: Prospect, realmId: number, parts: Checked): Promise<void> {
  const change = await begin({});
  const { groupId, group } = parts;
  const about = { groupId, isDeactivated: group.deactivated };
  const steps = [
    { ids: parts.add, run: insertMembers, op: "add_members", field: "user_ids" },
    { ids: parts.remove, run: deleteMembers, op: "remove_members", field: "user_ids" },
    {
      ids: parts.addSubgroups,
      run: insertSubgroups,
      op: "add_subgroups",
      field: "direct_subgroup_ids",
    },
    {
      ids: parts.removeSubgroups,
      run: deleteSubgroups,
      op: "remove_subgroups",
      field: "direct_subgroup_ids",
    },
  ];
  for (const { ids, run, op, field } of steps) {
    if (ids.length === 0) continue;
    await run(tx, { realmId, groupId, ids });
    emitGroup(change, about, { op, [field]: ids });
  }
  const { version } = change.versions;
  await stampGroups(tx, { realmId, groupIds: [groupId], version });
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
