import { isSameGroupSetting, usersInSettings } from "../../policies/groups/group-setting.ts";
import { groupPermissionNames } from "../../policies/groups/user-groups.ts";
import { permissionsOf } from "../../present/group-permissions.ts";
import { presentPermissions } from "../../present/group.ts";
import { activePermissions, completePermissions } from "../../present/realm-values.ts";
import { listActiveAmong, listGroupsNaming } from "../../queries/groups/group-heads.ts";
import { loadSystemGroupIds } from "../../queries/groups/groups.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import type { Change } from "../change.ts";
import { emitGroup } from "./emit-group.ts";
import { emitRealmPermissions } from "./emit-realm.ts";

/**
 * Tells everybody how permissions of groups and of the organization look after a user whom they name was deactivated or
 * reactivated, which is written already.
 */
export async function emitPermissionsNaming(
  change: Change,
  userId: number,
  isActive: boolean,
): Promise<void> {
  const { tx, realmId } = change;
  const groups = await listGroupsNaming(tx, realmId, userId);
  const systemGroups = await loadSystemGroupIds(tx, realmId);
  const stored = completePermissions((await loadRealm(tx, realmId)).settings, systemGroups);
  const ofGroups = groups.flatMap((group) => Object.values(permissionsOf(group, systemGroups)));
  const named = usersInSettings([...Object.values(stored), ...ofGroups]);
  if (!named.includes(userId)) return;
  const after = new Set(await listActiveAmong(tx, realmId, named));
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
  const nobody = systemGroups["role:nobody"];
  const old = Object.entries(activePermissions(stored, { activeIds: before, nobody }));
  const now = Object.entries(activePermissions(stored, { activeIds: after, nobody }));
  const changed = now.filter(([, value], index) => {
    const [, was] = old[index] ?? [];
    return was === undefined || !isSameGroupSetting(was, value);
  });
  if (changed.length > 0) emitRealmPermissions(change, Object.fromEntries(changed), systemGroups);
}
