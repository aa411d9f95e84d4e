import type { getUserChannels as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { hasMetadataAccess } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { loadDirectories } from "../../workflows/realm/load-directories.ts";
import { loadVisibleUser } from "../../workflows/realm/load-visible-user.ts";

/** GET /users/{user_id}/channels: the channels of a user that the caller may know of. */
export async function getUserChannels(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const directories = await loadDirectories(ctx, caller);
  const asked = { realmId: caller.realm.id, userId: input.user_id };
  const { id: userId } = await loadVisibleUser(ctx, directories, asked);
  const { actor, channels } = directories;
  const listed = [...channels.channels.values()].filter(
    (channel) =>
      !channel.isArchived &&
      channels.isSubscribed(userId, channel.id) &&
      hasMetadataAccess(actor, channel, directories),
  );
  return { subscribed_channel_ids: listed.map(({ id }) => id).toSorted((a, b) => a - b) };
}
