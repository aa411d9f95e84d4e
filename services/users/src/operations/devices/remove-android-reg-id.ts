import type { removeAndroidRegId as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { removePushDevice } from "../../workflows/devices/remove-push-device.ts";

/** Forgets an Android device of the caller. */
export function removeAndroidRegId(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  return removePushDevice(ctx, caller, { kind: "fcm", token: input.token });
}
