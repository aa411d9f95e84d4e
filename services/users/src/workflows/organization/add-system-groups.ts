import { systemGroupChain, systemGroupDescriptions } from "@team-chat/contract";

import { insertSubgroup, insertSystemGroup } from "../../queries/groups/groups.ts";
import type { Change } from "../change.ts";

/** Creates the groups that every organization has, from the innermost outwards. */
export async function addSystemGroups({ tx, realmId, versions }: Change): Promise<void> {
  const add = (name: keyof typeof systemGroupDescriptions) =>
    insertSystemGroup(tx, realmId, {
      name,
      description: systemGroupDescriptions[name],
      version: versions.version,
    });
  await add("role:nobody");
  let subgroupId: number | undefined;
  for (const name of systemGroupChain.toReversed()) {
    const groupId = await add(name);
    if (subgroupId !== undefined) await insertSubgroup(tx, realmId, { groupId, subgroupId });
    subgroupId = groupId;
  }
}
