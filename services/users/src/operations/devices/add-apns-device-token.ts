import type { addApnsDeviceToken as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { addPushDevice } from "../../workflows/devices/add-push-device.ts";

/** Keeps an Apple device of the caller. */
export function addApnsDeviceToken(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  return addPushDevice(ctx, caller, { kind: "apns", token: input.token, appId: input.appid });
}
