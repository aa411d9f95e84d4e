import { expiringOperations } from "@team-chat/contract";

import type { Context } from "../../context.ts";

const self = { kind: "service", name: "messages" } as const;

/** Lists those of the realms in which messages may expire, by the organization's setting or that of a channel. */
export async function listExpiring(
  { channels, users }: Context["peers"],
  realmIds: readonly number[],
): Promise<readonly number[]> {
  const [realmId = 0] = realmIds;
  const input = { realmIds: [...realmIds] };
  const found = await Promise.all([
    users.call(expiringOperations.users, self, input, { realmId }),
    channels.call(expiringOperations.channels, self, input, { realmId }),
  ]);
  return found.flatMap((one) => one.realmIds);
}
