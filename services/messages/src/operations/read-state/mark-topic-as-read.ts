import type { InputOf, markTopicAsRead as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { topicMeant } from "../../policies/message-text.ts";
import { markTopicRead } from "../../workflows/read-state/mark-topic-read.ts";

/** Marks a topic as read (docs/behaviour/unread.md#marking-as-read). */
export async function markTopicAsRead(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const topic = topicMeant(input.topic_name);
  await markTopicRead(ctx, realm, { channelId: input.stream_id, topic });
  return {};
}
