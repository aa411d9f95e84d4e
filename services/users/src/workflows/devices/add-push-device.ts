import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkedToken } from "../../policies/devices/push-devices.ts";
import { insertPushDevice, type PushDevice } from "../../queries/devices/push-devices.ts";
import { changeOwn } from "../change-own.ts";

/** Keeps a device of the caller. @throws BAD_REQUEST */
export async function addPushDevice(
  ctx: Context,
  caller: Caller,
  { appId, kind, token }: PushDevice & { readonly appId: string | null },
): Promise<Record<string, never>> {
  checkedToken(kind, token);
  await changeOwn(ctx, caller, ({ tx, own }) => insertPushDevice(tx, own, { kind, token, appId }));
  return {};
}
