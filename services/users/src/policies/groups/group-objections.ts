import type { GroupSettingValue } from "@team-chat/contract";

import { groupsInSetting } from "./group-setting.ts";

/** Use of a group by another group, a channel, or the organization. */
export type Objection = Readonly<Record<string, unknown>> & {
  readonly type: "subgroup" | "channel" | "user_group" | "realm";
};

interface Group {
  readonly id: number;
  readonly deactivated: boolean;
  readonly subgroups: readonly number[];
  readonly permissions: Permissions;
}

type Permissions = Readonly<Record<string, GroupSettingValue>>;

interface Users {
  /** Found out elsewhere. */
  readonly channels: readonly Objection[];
  readonly groups: readonly Group[];
  /** Of the organization. */
  readonly permissions: Permissions;
}

/**
 * Returns everything that speaks against deactivating a group, in the order clients know
 * (docs/behaviour/groups.md#deactivating-groups).
 */
export function groupObjections(
  id: number,
  { channels, groups, permissions }: Users,
): readonly Objection[] {
  const others = groups.filter(({ deactivated }) => !deactivated);
  const above = others.filter(({ subgroups }) => subgroups.includes(id)).map((group) => group.id);
  const within = others
    .map((group) => ({ id: group.id, settings: settingsNaming(id, group.permissions) }))
    .filter(({ settings }) => settings.length > 0);
  const realm = settingsNaming(id, permissions);
  return [
    ...(above.length === 0 ? [] : [{ type: "subgroup" as const, supergroup_ids: above }]),
    ...channels,
    ...within.map((use) => ({
      type: "user_group" as const,
      group_id: use.id,
      settings: use.settings,
    })),
    ...(realm.length === 0 ? [] : [{ type: "realm" as const, settings: realm }]),
  ];
}

function settingsNaming(id: number, permissions: Permissions): string[] {
  return Object.entries(permissions)
    .filter(([, value]) => groupsInSetting(value).includes(id))
    .map(([name]) => name);
}
