import type { Transaction } from "@team-chat/pg";

import { fullMembersJoinedBefore } from "../../policies/groups/system-group-membership.ts";
import { listMembersByAge, type Moves, moveMembers } from "../../queries/groups/full-members.ts";
import { loadSystemGroupIds } from "../../queries/groups/groups.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import type { Change } from "../change.ts";

/**
 * Finds the users who are full members at a moment in milliseconds but not in their group, and the other way round;
 * null when there are none.
 */
export async function findMoves(
  tx: Transaction,
  realmId: number,
  nowMs: number,
): Promise<Moves | null> {
  const realm = await loadRealm(tx, realmId);
  const groups = await loadSystemGroupIds(tx, realmId);
  const groupId = groups["role:fullmembers"];
  const days = completeSettings(realm.settings).waiting_period_threshold;
  const joinedBefore = fullMembersJoinedBefore(days, nowMs);
  const { gained, lost } = await listMembersByAge(tx, realmId, { groupId, joinedBefore });
  return gained.length + lost.length === 0 ? null : { groupId, gained, lost };
}

/** Moves them, and tells everybody. */
export async function applyMoves(change: Change, moves: Moves): Promise<void> {
  const { tx, realmId, versions } = change;
  await moveMembers(tx, realmId, { ...moves, version: versions.version });
  for (const [op, users] of [
    ["remove_members", moves.lost],
    ["add_members", moves.gained],
  ] as const) {
    const ids = users.filter(({ isActive }) => isActive).map(({ userId }) => userId);
    if (ids.length === 0) continue;
    change.emit({
      audience: { to: "everyone" },
      event: { type: "user_group", op, group_id: moves.groupId, user_ids: ids },
    });
  }
}

/**
 * Makes full members of all members who have waited long enough, and of nobody else, and tells everybody
 * (docs/behaviour/groups.md#full-members).
 */
export async function recountFullMembers(change: Change): Promise<void> {
  const moves = await findMoves(change.tx, change.realmId, change.nowMs);
  if (moves !== null) await applyMoves(change, moves);
}
