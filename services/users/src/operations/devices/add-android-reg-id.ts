import type { addAndroidRegId as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { addPushDevice } from "../../workflows/devices/add-push-device.ts";

/** Keeps an Android device of the caller. */
export function addAndroidRegId(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  return addPushDevice(ctx, caller, { kind: "fcm", token: input.token, appId: null });
}
