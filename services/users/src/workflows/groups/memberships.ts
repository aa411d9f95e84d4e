import {
  fullMembersJoinedBefore,
  systemGroupsOf,
} from "../../policies/groups/system-group-membership.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import {
  deleteMemberships,
  insertMemberships,
  listGroupIdsOf,
  loadSystemGroupIds,
} from "../../queries/groups/groups.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import type { Change } from "../change.ts";
import { emitGroup } from "../events/emit-group.ts";

/** Puts the user into the system groups of its role and out of those of other roles, and tells everybody. */
export async function followRole(change: Change, user: Account): Promise<void> {
  const { tx, realmId, versions } = change;
  const realm = await loadRealm(tx, realmId);
  const systemGroups = await loadSystemGroupIds(tx, realmId);
  const days = completeSettings(realm.settings).waiting_period_threshold;
  // Whoever was created in this transaction joined when it began, perhaps by a clock that is ahead.
  const joinedBefore = days === 0 ? user.joinedAt : fullMembersJoinedBefore(days, change.nowMs);
  const names = systemGroupsOf(user, { joinedBefore });
  const wanted = new Set(names.map((name) => systemGroups[name]));
  const systemIds = new Set(Object.values(systemGroups));
  const present = new Set(
    (await listGroupIdsOf(tx, realmId, user.userId)).filter((id) => systemIds.has(id)),
  );
  const lost = [...present].filter((id) => !wanted.has(id));
  const gained = [...wanted].filter((id) => !present.has(id));
  const common = { realmId, userId: user.userId, version: versions.version };
  if (lost.length > 0) await deleteMemberships(tx, { ...common, groupIds: lost });
  if (gained.length > 0) await insertMemberships(tx, { ...common, groupIds: gained });
  // Nobody sees a deactivated user as a member of anything.
  if (!user.isActive) return;
  emitMembers(change, { op: "remove_members", userId: user.userId, groupIds: lost });
  emitMembers(change, { op: "add_members", userId: user.userId, groupIds: gained });
}

interface MembershipFacts {
  readonly op: "add_members" | "remove_members";
  readonly userId: number;
  readonly groupIds: readonly number[];
  /** Those of the groups that are deactivated. */
  readonly deactivatedIds?: readonly number[];
}

/** Tells everybody that the user came to or went from the groups, one event for each. */
export function emitMembers(
  change: Change,
  { deactivatedIds = [], groupIds, op, userId }: MembershipFacts,
): void {
  for (const groupId of groupIds) {
    const about = { groupId, isDeactivated: deactivatedIds.includes(groupId) };
    emitGroup(change, about, { op, user_ids: [userId] });
  }
}
