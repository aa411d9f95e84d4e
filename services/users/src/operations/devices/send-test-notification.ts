import type { InputOf, sendTestNotification as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { pushNotConfigured } from "../../policies/devices/push-devices.ts";
import { hasPushDevice } from "../../queries/devices/push-devices.ts";

/** Says what is wrong with the device, or else that there is no service to notify it through. */
export async function sendTestNotification(
  ctx: Context,
  caller: Caller,
  { token }: InputOf<typeof contract>,
): Promise<never> {
  const own = { realmId: caller.realm.id, userId: caller.userId };
  if (token !== undefined && !(await hasPushDevice(ctx.db, own, token)))
    throw new AppError("INVALID_PUSH_DEVICE_TOKEN", "Device not recognized");
  throw pushNotConfigured();
}
