import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkedToken } from "../../policies/devices/push-devices.ts";
import { deletePushDevice, type PushDevice } from "../../queries/devices/push-devices.ts";
import { changeOwn } from "../change-own.ts";

/** Forgets a device of the caller. @throws BAD_REQUEST */
export async function removePushDevice(
  ctx: Context,
  caller: Caller,
  { kind, token }: PushDevice,
): Promise<Record<string, never>> {
  checkedToken(kind, token);
  await changeOwn(ctx, caller, async ({ tx, own }) => {
    if (!(await deletePushDevice(tx, own, { kind, token })))
      throw new AppError("BAD_REQUEST", "Token does not exist");
  });
  return {};
}
