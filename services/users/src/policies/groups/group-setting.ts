import type { GroupSettingValue, PermissionSetting } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** Groups and users of the organization that deciding about a value needs. */
export interface SettingFacts {
  /** All groups, by id. */
  readonly groups: ReadonlyMap<number, NamedGroup>;
  /** Of the users that the value names, those who are active. */
  readonly activeIds: ReadonlySet<number>;
  /** The id of `role:nobody`. */
  readonly nobody: number;
}

interface NamedGroup {
  readonly name: string;
  readonly isSystem: boolean;
  readonly deactivated: boolean;
}

/** A permission by its name in requests, with the values it accepts. */
interface Permission {
  readonly name: string;
  readonly rules: Omit<PermissionSetting, "default">;
}

/**
 * Returns a permission's new value in normal form, which is how it is stored (docs/behaviour/groups.md#group-settings).
 * @throws BAD_REQUEST, SYSTEM_GROUP_REQUIRED
 */
export function checkedGroupSetting(
  permission: Permission,
  given: GroupSettingValue,
  facts: SettingFacts,
): GroupSettingValue {
  const value = normalGroupSetting(given, facts.nobody);
  if (typeof given !== "number") {
    for (const id of given.direct_members)
      if (!facts.activeIds.has(id)) throw refused(`Invalid user ID: ${id}`);
    for (const id of given.direct_subgroups)
      if (!facts.groups.has(id)) throw refused(`Invalid user group ID: ${id}`);
  }
  if (typeof value !== "number") {
    if (permission.rules.systemGroupOnly) throw systemGroupRequired(permission.name);
    for (const id of value.direct_subgroups) checkGroup(permission, id, facts);
    return value;
  }
  checkGroup(permission, value, facts);
  return value;
}

/** Returns the one form of all that mean the same: sorted, a single group as its id, nobody at all as `role:nobody`. */
function normalGroupSetting(value: GroupSettingValue, nobody: number): GroupSettingValue {
  if (typeof value === "number") return value;
  const members = sortedUnique(value.direct_members);
  const subgroups = sortedUnique(value.direct_subgroups);
  const [onlyGroup] = subgroups;
  if (members.length > 0 || subgroups.length > 1)
    return { direct_members: members, direct_subgroups: subgroups };
  return onlyGroup ?? nobody;
}

/** Tells whether two values in normal form are equal. */
export function isSameGroupSetting(a: GroupSettingValue, b: GroupSettingValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

interface SettingChange {
  readonly new: GroupSettingValue;
  /** Value that the caller believes to be the current one. */
  readonly old?: GroupSettingValue | undefined;
}

/**
 * Returns the new value in normal form, or undefined when it is what it was. `current` is in normal form, without
 * inactive users.
 * @throws EXPECTATION_MISMATCH, BAD_REQUEST, SYSTEM_GROUP_REQUIRED
 */
export function changedGroupSetting(
  permission: Permission,
  { wanted, current }: { readonly wanted: SettingChange; readonly current: GroupSettingValue },
  facts: SettingFacts,
): GroupSettingValue | undefined {
  const { old } = wanted;
  if (old !== undefined && !isSameGroupSetting(normalGroupSetting(old, facts.nobody), current))
    throw new AppError("EXPECTATION_MISMATCH", "'old' value does not match the expected value.", {
      details: { field_name: "old" },
    });
  if (isSameGroupSetting(normalGroupSetting(wanted.new, facts.nobody), current)) return undefined;
  return checkedGroupSetting(permission, wanted.new, facts);
}

/** Returns the users that these values name directly, each once. */
export function usersInSettings(values: Iterable<GroupSettingValue | undefined>): number[] {
  const ids = new Set<number>();
  for (const value of values)
    if (typeof value === "object") for (const id of value.direct_members) ids.add(id);
  return [...ids];
}

/** Returns the groups that a value names directly. */
export function groupsInSetting(value: GroupSettingValue): readonly number[] {
  return typeof value === "number" ? [value] : value.direct_subgroups;
}

/** Returns the value as clients see it: without deactivated users, in normal form. */
export function activeGroupSetting(
  value: GroupSettingValue,
  { activeIds, nobody }: Pick<SettingFacts, "activeIds" | "nobody">,
): GroupSettingValue {
  if (typeof value === "number") return value;
  const members = value.direct_members.filter((id) => activeIds.has(id));
  return normalGroupSetting({ ...value, direct_members: members }, nobody);
}

function checkGroup({ name, rules }: Permission, id: number, facts: SettingFacts): void {
  const group = facts.groups.get(id);
  if (group === undefined) throw refused("Invalid user group");
  if (group.deactivated) throw refused("User group is deactivated.");
  if (rules.systemGroupOnly && !group.isSystem) throw systemGroupRequired(name);
  const isRefused =
    (group.name === "role:internet" && !rules.allowInternet) ||
    (group.name === "role:nobody" && !rules.allowNobody) ||
    (group.name === "role:everyone" && !rules.allowEveryone);
  if (isRefused) throw refused(`'${name}' setting cannot be set to '${group.name}' group.`);
}

function systemGroupRequired(name: string): AppError {
  return new AppError("SYSTEM_GROUP_REQUIRED", `'${name}' must be a system user group.`, {
    details: { setting_name: name },
  });
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}

function sortedUnique(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
