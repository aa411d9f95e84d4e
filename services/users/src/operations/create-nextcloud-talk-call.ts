import type { createNextcloudTalkCall as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import { createTalkRoom } from "../calls/nextcloud-talk.ts";
import { notConfigured } from "../calls/refusals.ts";
import type { Context } from "../context.ts";

/** Makes a public room at the installation's Nextcloud. */
export async function createNextcloudTalkCall(
  ctx: Context,
  _caller: Caller,
  { room_name: name }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { nextcloudTalk } = ctx.calls;
  if (nextcloudTalk === null) throw notConfigured("Nextcloud Talk");
  return { url: await createTalkRoom(nextcloudTalk, name) };
}
