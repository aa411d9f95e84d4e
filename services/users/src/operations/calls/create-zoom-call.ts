import type { createZoomCall as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { zoomMeeting, zoomUrlOf } from "../../domain/calls/zoom.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { callAsUser } from "../../workflows/calls/call-as-user.ts";

/** Makes a Zoom meeting with the installation's account, or else in the caller's name. */
export async function createZoomCall(
  ctx: Context,
  caller: Caller,
  { is_video_call: isVideoCall }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const meeting = zoomMeeting(isVideoCall);
  const { zoomAccount } = ctx.calls;
  if (zoomAccount !== null) {
    const { deliveryEmail } = await loadAccount(ctx.db, caller.realm.id, caller.userId);
    return { url: await zoomAccount.createMeeting(deliveryEmail, meeting, ctx.now()) };
  }
  const ask = await callAsUser(ctx, caller, "zoom");
  return { url: zoomUrlOf(await ask({ path: "/v2/users/me/meetings", body: meeting })) };
}
