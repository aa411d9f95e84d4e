import type { Transaction } from "@team-chat/pg";

import { usersInSettings } from "../policies/group-setting.ts";
import { permissionsOf } from "../present/group-permissions.ts";
import { activePermissions, completePermissions } from "../present/realm-values.ts";
import type { RegisterFacts } from "../present/register/facts.ts";
import { listGroupsSince, type SystemGroupIds } from "../queries/groups.ts";
import type { RealmRow } from "../queries/realms.ts";
import { listActiveAmong } from "../queries/user-groups.ts";

interface Wanted {
  readonly realm: RealmRow;
  readonly systemGroups: SystemGroupIds;
  readonly withGroups: boolean;
}

/** The groups, when they are wanted, and the organization's permissions without deactivated users. */
export async function loadGroupFacts(
  tx: Transaction,
  { realm, systemGroups, withGroups }: Wanted,
): Promise<Pick<RegisterFacts, "groups" | "activeIds" | "permissions">> {
  const groups = withGroups ? await listGroupsSince(tx, realm.id, 0) : [];
  const stored = completePermissions(realm.settings, systemGroups);
  const ofGroups = groups.flatMap((group) => Object.values(permissionsOf(group, systemGroups)));
  const named = usersInSettings([...Object.values(stored), ...ofGroups]);
  const activeIds = new Set(await listActiveAmong(tx, realm.id, named));
  const nobody = systemGroups["role:nobody"];
  return { groups, activeIds, permissions: activePermissions(stored, { activeIds, nobody }) };
}
