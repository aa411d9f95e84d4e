import type { InputOf, listChannelMembers as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkVisibleChannel } from "../../policies/channel.ts";
import { viewChannel } from "../../present/channel-view.ts";
import { loadDirectories } from "../../workflows/realm/load-directories.ts";

/** GET /streams/{stream_id}/members: a channel's active subscribers. */
export async function listChannelMembers(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const directories = await loadDirectories(ctx, caller);
  const channel = checkVisibleChannel(input.stream_id, directories);
  const { subscribers } = viewChannel(channel, directories.channels, directories.users);
  return { subscribers: [...subscribers] };
}
