import type { InputOf, removeClientDevice as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkDevice } from "../../policies/devices/client-devices.ts";
import { deleteDevice } from "../../queries/devices/client-devices.ts";
import { changeOwn } from "../../workflows/change-own.ts";

/** Takes a device of the caller away. */
export async function removeClientDevice(
  ctx: Context,
  caller: Caller,
  { device_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  await changeOwn(ctx, caller, async ({ tx, own, tell }) => {
    checkDevice(await deleteDevice(tx, own, id));
    tell({ type: "device", op: "remove", device_id: id });
  });
  return {};
}
