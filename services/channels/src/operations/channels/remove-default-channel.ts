import type { removeDefaultChannel as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { setDefaultChannel } from "../../workflows/channels/set-default-channel.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";

/** DELETE /default_streams: new users are not subscribed to the channel any more. */
export function removeDefaultChannel(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller, async (change) => {
    await setDefaultChannel(change, input.stream_id, false);
    return {};
  });
}
