import { listRecentUsers } from "@team-chat/contract";

import type { WebhooksContext } from "../context.ts";

/** A user who did nothing for this long is away (docs/behaviour/presence.md#presence-of-others). */
const presentMs = 200_000;
const self = { kind: "service", name: "webhooks" } as const;

/** Finds who of an organization did something of late (docs/behaviour/presence.md#presence-of-others). */
export async function listPresent(
  { now, usersClient }: Pick<WebhooksContext, "now" | "usersClient">,
  realmId: number,
): Promise<ReadonlySet<number>> {
  const since = Math.floor((now() - presentMs) / 1000);
  const asked = { realmId, since, onlyActive: true };
  const { userIds } = await usersClient.call(listRecentUsers, self, asked, { realmId });
  return new Set(userIds);
}
