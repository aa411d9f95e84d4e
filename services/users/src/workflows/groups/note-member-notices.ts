import type { Transaction } from "@team-chat/pg";

import { listHumansAmong, loadAccount } from "../../queries/accounts/accounts.ts";
import { insertNotice } from "../../queries/groups/notices.ts";

interface MovedMembers {
  readonly realmId: number;
  /** User who moved them. */
  readonly actorId: number;
  readonly groupName: string;
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/**
 * Notes that the notification bot has to tell people that somebody else put them into a group or took them out of it.
 * @returns whether there is anybody to tell
 */
export async function noteMemberNotices(
  tx: Transaction,
  { realmId, actorId, groupName, added, removed }: MovedMembers,
): Promise<boolean> {
  if (added.length + removed.length === 0) return false;
  const { fullName } = await loadAccount(tx, realmId, actorId);
  const name = `@_**${fullName}|${actorId}**`;
  const notices = [
    { ids: added, content: `${name} added you to the group @_*${groupName}*.` },
    { ids: removed, content: `${name} removed you from the group @_*${groupName}*.` },
  ];
  let isNoted = false;
  for (const { content, ids } of notices) {
    const others = ids.filter((id) => id !== actorId);
    const userIds = await listHumansAmong(tx, realmId, others);
    if (userIds.length === 0) continue;
    await insertNotice(tx, realmId, { userIds: [...userIds], content });
    isNoted = true;
  }
  return isNoted;
}
