import type { InputOf, listChannels as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { selectChannels } from "../../policies/channel-selection.ts";
import { viewChannel } from "../../present/channel-view.ts";
import { loadDirectories } from "../../workflows/realm/load-directories.ts";

/** GET /streams: channels by several selectors (docs/behaviour/channels.md#listing-channels). */
export async function listChannels(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const directories = await loadDirectories(ctx, caller);
  const { channels, users } = directories;
  const streams = selectChannels(input, directories).map((channel) => {
    const { object } = viewChannel(channel, channels, users);
    return input.include_default ? { ...object, is_default: channel.isDefault } : object;
  });
  return { streams };
}
