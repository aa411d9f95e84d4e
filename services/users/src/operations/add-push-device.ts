import type { Caller } from "@team-chat/identity";

import { changeOwn } from "../changes/change-own.ts";
import type { Context } from "../context.ts";
import { checkedToken } from "../policies/push-devices.ts";
import { insertPushDevice, type PushDevice } from "../queries/push-devices.ts";

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
