import type { getChannelEmailAddress as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { hasContentAccess } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { checkVisibleChannel } from "../../policies/channel.ts";
import { invalidChannelId } from "../../policies/refusals.ts";
import { loadDirectories } from "../../workflows/realm/load-directories.ts";

/** GET /streams/{stream_id}/email_address: installations that receive no e-mail say so with an empty address. */
export async function getChannelEmailAddress(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const directories = await loadDirectories(ctx, caller);
  const channel = checkVisibleChannel(input.stream_id, directories);
  if (!hasContentAccess(directories.actor, channel, directories)) throw invalidChannelId();
  return { email: "" };
}
