import type { createNextcloudTalkCall as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { createNextcloudRoom } from "../../domain/calls/nextcloud-talk.ts";
import { notConfigured } from "../../domain/calls/refusals.ts";

/** Makes a public room at the installation's Nextcloud. */
export async function createNextcloudTalkCall(
  ctx: Context,
  _caller: Caller,
  { room_name: name }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { nextcloudTalk } = ctx.calls;
  if (nextcloudTalk === null) throw notConfigured("Nextcloud Talk");
  return { url: await createNextcloudRoom(nextcloudTalk, name) };
}
