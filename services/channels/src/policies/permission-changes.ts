import type { GroupSettingValue, InputOf, updateChannel } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  type ChannelPermission,
  channelPermissionNames,
  channelPermissions,
  holdsRealmPermission,
} from "@team-chat/policy";

import type { ChannelRow } from "../values/channel-row.ts";
import {
  type ActorAtInstallation,
  checkGroupSetting,
  normalizeGroupSetting,
  sameGroupSetting,
  systemGroupId,
  withoutInactive,
} from "./channel-settings.ts";
import { contentAccessRequired, insufficientPermission } from "./refusals.ts";

type Given = InputOf<typeof updateChannel>;
type Permissions = Readonly<Record<string, GroupSettingValue>>;

interface PermissionActor extends Pick<ActorAtInstallation, "actor" | "users"> {
  /** True if the actor may read the channel's messages. */
  readonly mayRead: boolean;
}

/** Besides the channel, the organization says who may decide about deletion. */
const deletion: ReadonlySet<ChannelPermission> = new Set([
  "can_delete_any_message_group",
  "can_delete_own_message_group",
]);

/**
 * Plans the permissions that the request changes, in normal form; what is as it was is left out and needs no permission
 * (docs/behaviour/groups.md#group-settings).
 * @throws BAD_REQUEST, EXPECTATION_MISMATCH when a value is not the expected one any more
 */
export function planPermissionChanges(
  given: Given,
  channel: ChannelRow,
  asked: PermissionActor,
): Permissions {
  const changed: Record<string, GroupSettingValue> = {};
  for (const name of channelPermissionNames) {
    const wanted = given[name];
    if (wanted === undefined) continue;
    const current = currentValue(name, channel, asked);
    checkExpected(wanted.old, current, asked);
    if (sameGroupSetting(normalizeGroupSetting(wanted.new, asked.users), current)) continue;
    const value = checkGroupSetting(name, wanted.new, asked.users);
    checkMayChange(name, asked);
    changed[name] = value;
  }
  return changed;
}

function currentValue(
  name: ChannelPermission,
  { permissions }: ChannelRow,
  { users }: PermissionActor,
): GroupSettingValue {
  const stored = permissions[name] ?? systemGroupId("role:nobody", users);
  return normalizeGroupSetting(withoutInactive(stored, users), users);
}

function checkExpected(
  expected: GroupSettingValue | undefined,
  current: GroupSettingValue,
  { users }: PermissionActor,
): void {
  if (expected === undefined) return;
  if (sameGroupSetting(normalizeGroupSetting(expected, users), current)) return;
  throw new AppError("EXPECTATION_MISMATCH", "'old' value does not match the expected value.", {
    details: { field_name: "old" },
  });
}

function checkMayChange(name: ChannelPermission, { actor, mayRead, users }: PermissionActor): void {
  if (channelPermissions[name].needsContentAccess && !mayRead) throw contentAccessRequired();
  if (
    deletion.has(name) &&
    !holdsRealmPermission(actor, "can_set_delete_message_policy_group", users)
  )
    throw insufficientPermission();
}
