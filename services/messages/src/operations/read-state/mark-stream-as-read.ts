import type { InputOf, markStreamAsRead as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { markTopicRead } from "../../workflows/read-state/mark-topic-read.ts";

/** Marks a channel as read (docs/behaviour/unread.md#marking-as-read). */
export async function markStreamAsRead(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  await markTopicRead(ctx, realm, { channelId: input.stream_id, topic: null });
  return {};
}
