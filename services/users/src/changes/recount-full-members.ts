import { completeSettings } from "../present/realm-values.ts";
import { listMembersByAge, moveMembers } from "../queries/full-members.ts";
import { loadSystemGroupIds } from "../queries/groups.ts";
import { loadRealm } from "../queries/realms.ts";
import type { Change } from "./change.ts";

/** Makes full members of all members who have waited long enough, and of nobody else, and tells everybody (reference/behaviour.md §8.1). */
export async function recountFullMembers(change: Change): Promise<void> {
  const { tx, realmId, versions } = change;
  const realm = await loadRealm(tx, realmId);
  const groups = await loadSystemGroupIds(tx, realmId);
  const groupId = groups["role:fullmembers"];
  const waitingDays = completeSettings(realm.settings).waiting_period_threshold;
  const { gained, lost } = await listMembersByAge(tx, realmId, { groupId, waitingDays });
  if (gained.length + lost.length === 0) return;
  await moveMembers(tx, realmId, { groupId, gained, lost, version: versions.version });
  for (const [op, users] of [
    ["remove_members", lost],
    ["add_members", gained],
  ] as const) {
    const ids = users.filter(({ isActive }) => isActive).map(({ userId }) => userId);
    if (ids.length === 0) continue;
    change.emit({
      audience: { to: "everyone" },
      event: { type: "user_group", op, group_id: groupId, user_ids: ids },
    });
  }
}
