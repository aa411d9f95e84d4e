import type { removeApnsDeviceToken as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { removePushDevice } from "../../workflows/devices/remove-push-device.ts";

/** Forgets an Apple device of the caller. */
export function removeApnsDeviceToken(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  return removePushDevice(ctx, caller, { kind: "apns", token: input.token });
}
