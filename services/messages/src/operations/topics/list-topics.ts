import {
  emptyTopicDisplayName,
  type InputOf,
  type listTopics as contract,
  type OutputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import { hasContentAccess } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { mayReadWholeHistory } from "../../policies/history.ts";
import { listChannelTopics } from "../../queries/topics/channel-topics.ts";

/** Lists the topics of a channel (docs/behaviour/messages.md#topics-of-a-channel). */
export async function listTopics(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const channel = realm.channels.channels.get(input.stream_id);
  if (!channel || !hasContentAccess(realm.actor, channel, realm))
    throw new AppError("BAD_REQUEST", "Invalid channel ID");
  const topics = await listChannelTopics(ctx.db, {
    realmId: realm.realmId,
    userId: realm.actor.id,
    recipientId: await ctx.recipients.ofChannel(realm.realmId, channel.id),
    wholeHistory: mayReadWholeHistory(realm.actor, channel, realm),
  });
  const emptyName = input.allow_empty_topic_name ? "" : emptyTopicDisplayName;
  return { topics: topics.map((topic) => ({ ...topic, name: topic.name || emptyName })) };
}
