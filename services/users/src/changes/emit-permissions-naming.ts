import { isSameGroupSetting, usersInSettings } from "../policies/group-setting.ts";
import { groupPermissionNames } from "../policies/user-groups.ts";
import { permissionsOf } from "../present/group-permissions.ts";
import { presentPermissions } from "../present/group.ts";
import { loadSystemGroupIds } from "../queries/groups.ts";
import { listActiveAmong, listGroupsNaming } from "../queries/user-groups.ts";
import type { Change } from "./change.ts";
import { emitGroup } from "./emit-group.ts";

/** Tells everybody how permissions of groups look after a user whom they name was deactivated or reactivated, which is written already. */
export async function emitPermissionsNaming(
  change: Change,
  userId: number,
  isActive: boolean,
): Promise<void> {
  const { tx, realmId } = change;
  const groups = await listGroupsNaming(tx, realmId, userId);
  if (groups.length === 0) return;
  const systemGroups = await loadSystemGroupIds(tx, realmId);
  const values = groups.flatMap((group) => Object.values(permissionsOf(group, systemGroups)));
  const after = new Set(await listActiveAmong(tx, realmId, usersInSettings(values)));
  const before = new Set(after);
  if (isActive) before.delete(userId);
  else before.add(userId);
  for (const group of groups) {
    const old = presentPermissions(group, { systemGroups, activeIds: before });
    const now = presentPermissions(group, { systemGroups, activeIds: after });
    for (const name of groupPermissionNames)
      if (!isSameGroupSetting(old[name], now[name])) {
        const about = { groupId: group.id, isDeactivated: group.deactivated };
        emitGroup(change, about, { op: "update", data: { [name]: now[name] } });
      }
  }
}
