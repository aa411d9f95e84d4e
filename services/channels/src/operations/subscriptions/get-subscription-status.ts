import type { getSubscriptionStatus as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkVisibleChannel } from "../../policies/channel.ts";
import { loadDirectories } from "../../workflows/realm/load-directories.ts";
import { loadVisibleUser } from "../../workflows/realm/load-visible-user.ts";

/** GET /users/{user_id}/subscriptions/{stream_id}: whether a user is subscribed to a channel that the caller sees. */
export async function getSubscriptionStatus(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const directories = await loadDirectories(ctx, caller);
  const asked = { realmId: caller.realm.id, userId: input.user_id };
  const { id: userId } = await loadVisibleUser(ctx, directories, asked);
  const channel = checkVisibleChannel(input.stream_id, directories);
  return { is_subscribed: directories.channels.isSubscribed(userId, channel.id) };
}
