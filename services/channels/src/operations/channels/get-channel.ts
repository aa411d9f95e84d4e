import type { getChannel as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkVisibleChannel } from "../../policies/channel.ts";
import { viewChannel } from "../../present/channel-view.ts";
import { loadDirectories } from "../../workflows/realm/load-directories.ts";

/** GET /streams/{stream_id}: one channel. */
export async function getChannel(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const directories = await loadDirectories(ctx, caller);
  const channel = checkVisibleChannel(input.stream_id, directories);
  return { stream: viewChannel(channel, directories.channels, directories.users).object };
}
