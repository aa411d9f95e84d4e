import {
  type deactivateUserGroup as contract,
  getGroupUses,
  type InputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import { changeRealm } from "../changes/change-realm.ts";
import { emitGroup } from "../changes/emit-group.ts";
import type { Context } from "../context.ts";
import { groupObjections, type Objection } from "../policies/group-objections.ts";
import { permissionsOf } from "../present/group-permissions.ts";
import { updateGroup } from "../queries/user-groups.ts";
import { accessGroupToChange } from "./access-group.ts";
import { type GroupWorld, loadGroupWorld } from "./load-group-world.ts";

/**
 * Deactivates a group that the caller manages and nothing uses. A channel that begins to use it between the question to channels and the commit
 * keeps the value; its members go on holding the permission.
 */
export async function deactivateUserGroup(
  ctx: Context,
  caller: Caller,
  { user_group_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  accessActive(id, await loadGroupWorld(ctx.db, caller));
  const channels = await listChannelObjections(ctx, realmId, id);
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const world = await loadGroupWorld(tx, caller);
    accessActive(id, world);
    const groups = [...world.groups.values()].map((group) => ({
      ...group,
      permissions: permissionsOf(group, world.systemGroups),
    }));
    const objections = groupObjections(id, { channels, groups, permissions: world.permissions });
    if (objections.length > 0) {
      throw new AppError("CANNOT_DEACTIVATE_GROUP_IN_USE", "Cannot deactivate user group in use.", {
        details: { objections },
      });
    }
    const change = await begin({});
    const { version } = change.versions;
    await updateGroup(tx, { realmId, id }, { change: { deactivated: true }, version });
    const data = { deactivated: true };
    emitGroup(change, { groupId: id, isDeactivated: false }, { op: "update", data });
  });
  return {};
}

function accessActive(id: number, world: GroupWorld): void {
  if (accessGroupToChange(id, world).deactivated)
    throw new AppError("BAD_REQUEST", "User group is deactivated.");
}

async function listChannelObjections(
  ctx: Context,
  realmId: number,
  groupId: number,
): Promise<readonly Objection[]> {
  const self = { kind: "service", name: "users" } as const;
  const uses = await ctx.channels.call(getGroupUses, self, { realmId, groupId }, { realmId });
  return uses.channels.map(({ id, settings }) => ({ type: "channel", channel_id: id, settings }));
}
