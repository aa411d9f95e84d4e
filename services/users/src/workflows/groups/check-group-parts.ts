import { AppError } from "@team-chat/errors";
import type { Connection } from "@team-chat/pg";

import { listActiveAmong } from "../../queries/groups/group-heads.ts";
import type { GroupFacts } from "./load-group-facts.ts";

/** Returns the users, each once, ascending. @throws BAD_REQUEST unless all of them are active */
export async function checkActiveUsers(
  db: Connection,
  realmId: number,
  userIds: readonly number[],
): Promise<readonly number[]> {
  const active = new Set(await listActiveAmong(db, realmId, userIds));
  const unknown = userIds.find((id) => !active.has(id));
  if (unknown !== undefined) throw new AppError("BAD_REQUEST", `Invalid user ID: ${unknown}`);
  return [...active].toSorted((a, b) => a - b);
}

/** Returns the groups, each once, ascending. @throws BAD_REQUEST unless all of them may become part of a group */
export function checkSubgroups(
  groupIds: readonly number[],
  { groups }: GroupFacts,
): readonly number[] {
  for (const id of groupIds) {
    const group = groups.get(id);
    if (group === undefined) throw new AppError("BAD_REQUEST", `Invalid user group ID: ${id}`);
    if (group.deactivated) throw new AppError("BAD_REQUEST", "User group is deactivated.");
  }
  return [...new Set(groupIds)].toSorted((a, b) => a - b);
}
