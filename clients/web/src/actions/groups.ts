import { call } from "../api/call.ts";
import {
  createUserGroup,
  deactivateUserGroup,
  updateUserGroup,
  updateUserGroupMembers,
} from "../api/page-operations.ts";
import type { Client } from "../live/client.ts";
import type { Group } from "../state/state.ts";
import { changeAtOnce } from "./change-at-once.ts";

interface Members {
  readonly op: "add" | "remove";
  readonly ids: readonly number[];
}

/** Puts people into a group, or takes them out. @throws Refusal */
export async function changeMembers(client: Client, id: number, change: Members): Promise<void> {
  const { op } = change;
  const ids = [...change.ids];
  const event = { type: "user_group", group_id: id, user_ids: ids } as const;
  const added = { ...event, op: "add_members" } as const;
  const removed = { ...event, op: "remove_members" } as const;
  const events = op === "add" ? { now: added, back: removed } : { now: removed, back: added };
  await changeAtOnce(client, events, () =>
    call(updateUserGroupMembers, {
      user_group_id: id,
      [op === "add" ? "add" : "delete"]: ids,
    }),
  );
}

/** Makes groups part of a group, or takes them out. @throws Refusal */
export async function changeSubgroups(id: number, { ids, op }: Members): Promise<void> {
  await call(updateUserGroupMembers, {
    user_group_id: id,
    [op === "add" ? "add_subgroups" : "delete_subgroups"]: [...ids],
  });
}

/** Changes what a group is called, and what it is for. @throws Refusal */
export async function describeGroup(
  client: Client,
  group: Group,
  to: Pick<Group, "description" | "name">,
): Promise<void> {
  const { description, id, name } = group;
  const event = { type: "user_group", op: "update", group_id: id } as const;
  const change = {
    now: { ...event, data: to },
    back: { ...event, data: { description, name } },
  } as const;
  await changeAtOnce(client, change, () => call(updateUserGroup, { user_group_id: id, ...to }));
}

/** Permissions of a group, in the order in which they are shown. */
export const groupPermissions = [
  "can_manage_group",
  "can_add_members_group",
  "can_remove_members_group",
  "can_join_group",
  "can_leave_group",
  "can_mention_group",
] as const;

/** Gives a permission of a group to another group. @throws Refusal */
export async function allow(
  client: Client,
  group: Group,
  { permission, to }: { readonly permission: (typeof groupPermissions)[number]; to: number },
): Promise<void> {
  const event = { type: "user_group", op: "update", group_id: group.id } as const;
  const change = {
    now: { ...event, data: { [permission]: to } },
    back: { ...event, data: { [permission]: group[permission] } },
  } as const;
  await changeAtOnce(client, change, () =>
    call(updateUserGroup, { user_group_id: group.id, [permission]: { new: to } }),
  );
}

/** Deactivates a group, or takes it back. @throws Refusal */
export async function setDeactivated(id: number, isDeactivated: boolean): Promise<void> {
  if (isDeactivated) await call(deactivateUserGroup, { user_group_id: id });
  else await call(updateUserGroup, { user_group_id: id, deactivated: false });
}

/** Makes a group of which one is a member, and returns its id. @throws Refusal */
export async function createGroup(
  client: Client,
  given: Pick<Group, "description" | "name">,
): Promise<number> {
  const members = [client.state.peek().me];
  return (await call(createUserGroup, { ...given, members })).group_id;
}
