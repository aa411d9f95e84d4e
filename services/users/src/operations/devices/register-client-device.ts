import type { OutputOf, registerClientDevice as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkMayAddDevice } from "../../policies/devices/client-devices.ts";
import { countDevices, insertDevice } from "../../queries/devices/client-devices.ts";
import { changeOwn } from "../../workflows/change-own.ts";

/** Adds a device of the caller. */
export function registerClientDevice(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  return changeOwn(ctx, caller, async ({ tx, own, tell }) => {
    checkMayAddDevice(await countDevices(tx, own));
    const id = await insertDevice(tx, own);
    tell({ type: "device", op: "add", device_id: id });
    return { device_id: id };
  });
}
