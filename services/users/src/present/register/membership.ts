import type { GroupSettingValue } from "@team-chat/contract";

import type { Group } from "../../queries/groups/groups.ts";
import { remembered } from "./remembered.ts";

/** Whether a group-setting value names the user, directly or through groups within groups; `groups` is never changed. */
export function isInGroup(
  userId: number,
  value: GroupSettingValue,
  groups: readonly Group[],
): boolean {
  if (typeof value !== "number" && value.direct_members.includes(userId)) return true;
  const byId = remembered(groups, "by id", () => new Map(groups.map((one) => [one.id, one])));
  const pending = typeof value === "number" ? [value] : [...value.direct_subgroups];
  const seen = new Set<number>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const group = byId.get(id);
    if (group?.members.includes(userId) === true) return true;
    pending.push(...(group?.subgroups ?? []));
  }
  return false;
}
