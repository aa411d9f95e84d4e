import type { InputOf, registerPushDevice as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkDevice } from "../../policies/devices/client-devices.ts";
import { pushNotConfigured } from "../../policies/devices/push-devices.ts";
import { checkPushRegistration } from "../../policies/devices/push-registration.ts";
import { hasDevice } from "../../queries/devices/client-devices.ts";

/** Says what is wrong with the request, or else that there is no service to register devices with. */
export async function registerPushDevice(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<never> {
  checkPushRegistration(input);
  const own = { realmId: caller.realm.id, userId: caller.userId };
  checkDevice(await hasDevice(ctx.db, own, input.device_id));
  throw pushNotConfigured();
}
