import type { createWebexCall as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { webexMeeting, webexRoom, webexRoomOf, webexUrlOf } from "../../domain/calls/webex.ts";
import { callAsUser } from "../../workflows/calls/call-as-user.ts";

/** Makes a Webex meeting in the caller's name. */
export async function createWebexCall(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const ask = await callAsUser(ctx, caller, "webex");
  const roomId = webexRoomOf(await ask({ path: "/rooms", body: webexRoom }));
  const meeting = webexMeeting(roomId, ctx.now());
  return { url: webexUrlOf(await ask({ path: "/meetings", body: meeting })) };
}
