import type { listPushSubscriptions as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { OperationContext } from "../context.ts";
import { listSubscriptions } from "../queries/push-subscriptions.ts";

/** Lists the caller's push subscriptions, the newest first, with the key for another. */
export async function listPushSubscriptions(
  ctx: OperationContext,
  { realm, userId }: Caller,
): Promise<OutputOf<typeof contract>> {
  const found = await listSubscriptions(ctx.db, { realmId: realm.id, userId });
  return {
    vapid_public_key: ctx.vapid?.publicKey ?? null,
    subscriptions: found.map(({ createdAt, id }) => ({
      id,
      created_at: Math.floor(createdAt.getTime() / 1000),
    })),
  };
}
