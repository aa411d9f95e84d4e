import type { getSubscriptionStatus as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { checkVisibleChannel } from "../policies/channel.ts";
import { loadDirectories } from "../realm/realm-directories.ts";

/** GET /users/{user_id}/subscriptions/{stream_id}: whether a user is subscribed to a channel that the caller sees. */
export async function getSubscriptionStatus(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const directories = await loadDirectories(ctx, caller);
  const { id: realmId } = caller.realm;
  const asked = { realmId, viewer: directories.actor, userIds: [input.user_id] };
  const user = directories.users.users.get(input.user_id);
  if (!user || (await ctx.unseen(asked)).size > 0)
    throw new AppError("BAD_REQUEST", "No such user");
  if (!user.isActive) throw new AppError("BAD_REQUEST", "User is deactivated");
  const channel = checkVisibleChannel(input.stream_id, directories);
  return { is_subscribed: directories.channels.isSubscribed(input.user_id, channel.id) };
}
