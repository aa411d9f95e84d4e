import type { InputOf, OutputOf, setTopicMuted as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkVisibleChannelName } from "../../policies/channel.ts";
import { loadDirectories } from "../../workflows/realm/load-directories.ts";
import { setTopicVisibility } from "./set-topic-visibility.ts";

/** `visibility_policy` of no preference and of a muted topic. */
const policies = { remove: 0, add: 1 } as const;

type Input = InputOf<typeof contract>;

/** PATCH /users/me/subscriptions/muted_topics: the older form of POST /user_topics, for muting only. */
export async function setTopicMuted(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  const stream_id = await channelIdOf(ctx, caller, input);
  const { op, topic } = input;
  return setTopicVisibility(ctx, caller, { stream_id, topic, visibility_policy: policies[op] });
}

/** @throws BAD_REQUEST unless the channel is given in exactly one way, and by a name that the caller may know */
async function channelIdOf(ctx: Context, caller: Caller, input: Input): Promise<number> {
  const { stream, stream_id } = input;
  if (stream !== undefined && stream_id !== undefined)
    throw new AppError("BAD_REQUEST", "Please choose one: 'stream' or 'stream_id'.");
  if (stream_id !== undefined) return stream_id;
  if (stream === undefined) throw new AppError("BAD_REQUEST", "Please supply 'stream'.");
  return checkVisibleChannelName(stream, await loadDirectories(ctx, caller)).id;
}
