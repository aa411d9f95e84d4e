import {
  badCharacterIn,
  type GroupSettingValue,
  groupPermissions,
  maxGroupNameLength,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { type Actor, holds, insufficientPermission } from "../accounts/rights.ts";

export type GroupPermissionName = keyof typeof groupPermissions;

/** The names of a group's permissions. */
export const groupPermissionNames = Object.keys(groupPermissions) as readonly GroupPermissionName[];

interface Group {
  readonly isSystem: boolean;
  readonly permissions: Readonly<Record<GroupPermissionName, GroupSettingValue>>;
}

/**
 * Checks that the actor holds one of the group's permissions; those who manage it, or all groups, hold all of them.
 * @throws BAD_REQUEST when not, and for system groups always
 */
export function checkHoldsGroupPermission(
  actor: Actor,
  group: Group,
  {
    managesAll,
    any,
  }: { readonly managesAll: boolean; readonly any: readonly GroupPermissionName[] },
): void {
  if (group.isSystem) throw insufficientPermission();
  if (managesAll) return;
  const sufficient: readonly GroupPermissionName[] = ["can_manage_group", ...any];
  if (!sufficient.some((name) => holds(actor, group.permissions[name], groupPermissions[name])))
    throw insufficientPermission();
}

const forbiddenPrefixes = ["@", "role:", "user:", "stream:", "channel:"];

/** @throws BAD_REQUEST when no group may be called so */
export function checkGroupName(name: string): void {
  if (name.trim() === "") throw new AppError("BAD_REQUEST", "User group name can't be empty!");
  if ([...name].length > maxGroupNameLength) {
    throw new AppError(
      "BAD_REQUEST",
      `User group name cannot exceed ${maxGroupNameLength} characters.`,
    );
  }
  const at = badCharacterIn(name);
  if (at !== null)
    throw new AppError("BAD_REQUEST", `Invalid character in user group name, at position ${at}.`);
  const prefix = forbiddenPrefixes.find((start) => name.startsWith(start));
  if (prefix !== undefined)
    throw new AppError("BAD_REQUEST", `User group name cannot start with '${prefix}'.`);
}

/** @throws BAD_REQUEST */
export function nameTaken(name: string): AppError {
  return new AppError("BAD_REQUEST", `User group '${name}' already exists.`);
}

interface Nested {
  readonly subgroups: readonly number[];
}

/** Returns these groups and all groups within them. */
export function withSubgroups(
  ids: readonly number[],
  groups: ReadonlyMap<number, Nested>,
): ReadonlySet<number> {
  const found = new Set<number>();
  const pending = [...ids];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    pending.push(...(groups.get(id)?.subgroups ?? []));
  }
  return found;
}
