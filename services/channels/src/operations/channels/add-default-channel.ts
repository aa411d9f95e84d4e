import type { addDefaultChannel as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { setDefaultChannel } from "../../workflows/channels/set-default-channel.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";

/** POST /default_streams: new users are subscribed to the channel from now on. */
export function addDefaultChannel(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller, async (change) => {
    await setDefaultChannel(change, input.stream_id, true);
    return {};
  });
}
