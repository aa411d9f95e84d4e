import { type GroupSettingValue, mostDays, type UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  type ChannelPermission,
  channelPermissions,
  holdsRealmPermission,
} from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import { insufficientPermission } from "./refusals.ts";

/** Returns a description as it is stored: one line, without surrounding white space. */
export function normalizeDescription(text: string): string {
  return text.replaceAll("\n", " ").trim();
}

const words: Readonly<Record<string, number | null>> = {
  realm_default: null,
  unlimited: -1,
  forever: -1,
};

/**
 * Days as they are stored: null as the organization says, -1 for ever.
 * @throws REQUEST_VARIABLE_INVALID
 */
export function checkMessageRetention(given: number | string): number | null {
  if (typeof given === "string" && Object.hasOwn(words, given)) return words[given] ?? null;
  if (typeof given === "number" && given > 0 && given <= mostDays) return given;
  throw new AppError(
    "REQUEST_VARIABLE_INVALID",
    `Bad value for 'message_retention_days': ${given}`,
    { details: { var_name: "message_retention_days", bad_value: given } },
  );
}

/**
 * Returns a channel permission's new value in normal form, which is how it is stored.
 * @throws BAD_REQUEST (docs/behaviour/groups.md#group-settings)
 */
export function checkGroupSetting(
  name: ChannelPermission,
  value: GroupSettingValue,
  users: UserDirectory,
): GroupSettingValue {
  if (typeof value === "number") {
    checkGroup(name, value, { users, unknown: "Invalid user group" });
    return value;
  }
  for (const id of value.direct_members)
    if (users.users.get(id)?.isActive !== true)
      throw new AppError("BAD_REQUEST", `Invalid user ID: ${id}`);
  for (const id of value.direct_subgroups)
    checkGroup(name, id, { users, unknown: `Invalid user group ID: ${id}` });
  return normalizeGroupSetting(value, users);
}

/** Returns the one form of all that mean the same: sorted, a single group as its id, nobody at all as `role:nobody`. */
export function normalizeGroupSetting(
  value: GroupSettingValue,
  users: UserDirectory,
): GroupSettingValue {
  if (typeof value === "number") return value;
  const members = sortedUnique(value.direct_members);
  const subgroups = sortedUnique(value.direct_subgroups);
  const [onlyGroup] = subgroups;
  if (members.length > 0 || subgroups.length > 1)
    return { direct_members: members, direct_subgroups: subgroups };
  return onlyGroup ?? systemGroupId("role:nobody", users);
}

/** Returns the value as clients see it: without deactivated users. */
export function withoutInactive(value: GroupSettingValue, users: UserDirectory): GroupSettingValue {
  if (typeof value === "number") return value;
  return {
    direct_members: value.direct_members.filter((id) => users.users.get(id)?.isActive === true),
    direct_subgroups: value.direct_subgroups,
  };
}

/** Tells whether two values in normal form are equal. */
export function sameGroupSetting(a: GroupSettingValue, b: GroupSettingValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the id of a system group, which every organization has. */
export function systemGroupId(name: string, users: UserDirectory): number {
  const group = users.findGroupByName(name);
  if (!group) throw new Error(`The organization has no group ${name}.`);
  return group.id;
}

function checkGroup(
  name: ChannelPermission,
  id: number,
  { users, unknown }: { readonly users: UserDirectory; readonly unknown: string },
): void {
  const group = users.groups.get(id);
  if (!group) throw new AppError("BAD_REQUEST", unknown);
  if (group.deactivated) throw new AppError("BAD_REQUEST", "User group is deactivated.");
  const refused =
    group.name === "role:internet" ||
    (group.name === "role:everyone" && !channelPermissions[name].guests);
  if (refused) {
    throw new AppError("BAD_REQUEST", `'${name}' setting cannot be set to '${group.name}' group.`);
  }
}

function sortedUnique(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

/** Acting user, organization and installation. */
export interface ActorAtInstallation {
  readonly actor: UserRecord;
  readonly users: UserDirectory;
  /** True if the installation allows web-public channels at all. */
  readonly webPublicStreams: boolean;
}

/**
 * Checks that the actor may make a channel web-public: installation, organization and actor must all allow it.
 * @throws BAD_REQUEST
 */
export function checkMayMakeWebPublic(asked: ActorAtInstallation): void {
  const { actor, users, webPublicStreams } = asked;
  const spectators = users.realm?.settings["enable_spectator_access"] === true;
  if (!webPublicStreams || !spectators)
    throw new AppError("BAD_REQUEST", "Web-public channels are not enabled.");
  if (!holdsRealmPermission(actor, "can_create_web_public_channel_group", users))
    throw insufficientPermission();
}
