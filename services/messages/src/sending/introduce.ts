import { noteAcquaintance, type UsersState } from "@team-chat/contract";
import type { Projection, UserDirectory } from "@team-chat/projection";
import type { ServiceClient } from "@team-chat/rpc";

import { isLimited } from "../policies/visibility.ts";

const self = { kind: "service", name: "messages" } as const;

/**
 * Returns what tells the users service of the people of a conversation before its first message, when one of
 * them is a guest who sees only some users: that guest is to see the others.
 */
export function introducing(users: Projection<UserDirectory, UsersState>, peer: ServiceClient) {
  return async (realmId: number, userIds: readonly number[]): Promise<void> => {
    const directory = await users.atLeast(realmId, 1);
    const hasLimited = userIds.some((id) => {
      const user = directory.users.get(id);
      return user !== undefined && isLimited(user, directory);
    });
    if (!hasLimited) return;
    await peer.call(noteAcquaintance, self, { realmId, userIds: [...userIds] }, { realmId });
  };
}
