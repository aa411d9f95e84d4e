import type { RealmView } from "../../domain/organization/realm-view.ts";
import { usersInSettings } from "../../policies/groups/group-setting.ts";
import { permissionsOf } from "../group-permissions.ts";
import { activePermissions, completePermissions } from "../realm-values.ts";
import type { RegisterFacts } from "./facts.ts";
import { remembered } from "./remembered.ts";

type GroupFacts = Pick<RegisterFacts, "groups" | "systemGroups" | "activeIds" | "permissions">;

/** The groups, and the organization's permissions without deactivated users. */
export function groupFacts(view: RealmView): GroupFacts {
  return remembered(view, "group facts", () => make(view));
}

function make({ realm, groups, systemGroups, accounts }: RealmView): GroupFacts {
  const stored = completePermissions(realm.settings, systemGroups);
  const ofGroups = groups.flatMap((group) => Object.values(permissionsOf(group, systemGroups)));
  const named = usersInSettings([...Object.values(stored), ...ofGroups]);
  const activeIds = new Set(named.filter((id) => accounts.get(id)?.isActive === true));
  const nobody = systemGroups["role:nobody"];
  const permissions = activePermissions(stored, { activeIds, nobody });
  return { groups, systemGroups, activeIds, permissions };
}
