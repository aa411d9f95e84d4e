import type { InputOf, removePushSubscription as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { OperationContext } from "../context.ts";
import { deleteSubscription } from "../queries/push-subscriptions.ts";

/** Forgets a push subscription of the caller. @throws BAD_REQUEST */
export async function removePushSubscription(
  ctx: OperationContext,
  { realm, userId }: Caller,
  { endpoint }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const isKnown = await deleteSubscription(ctx.db, { realmId: realm.id, userId, endpoint });
  if (!isKnown) throw new AppError("BAD_REQUEST", "No such push subscription");
  return {};
}
