import type { getChannelId as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkVisibleChannelName } from "../../policies/channel.ts";
import { loadDirectories } from "../../workflows/realm/load-directories.ts";

/** GET /get_stream_id: a channel's id by its name. */
export async function getChannelId(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const directories = await loadDirectories(ctx, caller);
  return { stream_id: checkVisibleChannelName(input.stream, directories).id };
}
