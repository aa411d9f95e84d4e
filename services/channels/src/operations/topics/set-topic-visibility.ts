import type { InputOf, OutputOf, setTopicVisibility as contract } from "@team-chat/contract";
import { encodeAudience } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { lockedTransaction } from "@team-chat/outbox";
import { hasContentAccess, hasMetadataAccess, checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import type { RealmDirectories } from "../../domain/realm-directories.ts";
import { invalidChannelId } from "../../policies/refusals.ts";
import { normalizeTopic, topicKey } from "../../policies/topic.ts";
import { markArchived } from "../../present/channel.ts";
import {
  clearUserTopic,
  countOtherUserTopics,
  upsertUserTopic,
} from "../../queries/user-topics.ts";
import { bumpVersion } from "../../queries/versions.ts";
import { loadDirectories } from "../../workflows/realm/load-directories.ts";
import { emitMutedTopics } from "../../workflows/topics/emit-muted-topics.ts";

type Input = InputOf<typeof contract>;

/**
 * POST /user_topics: mutes, unmutes or follows a topic, which need not exist
 * (docs/behaviour/subscriptions.md#topic-preferences).
 */
export async function setTopicVisibility(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  const directories = await loadDirectories(ctx, caller);
  const mayKnow = checkChannel(input, directories);
  const topic = normalizeTopic(input.topic, directories.users);
  const realmId = caller.realm.id;
  const preference = {
    realmId,
    userId: caller.userId,
    channelId: input.stream_id,
    topic,
    key: topicKey(topic),
    policy: input.visibility_policy,
  };
  await lockedTransaction(ctx.outbox, realmId, async (tx, emit) => {
    const write = preference.policy === 0 ? clearUserTopic : upsertUserTopic;
    const lastUpdated = await write(tx, preference);
    if (lastUpdated !== null && preference.policy !== 0)
      checkRoom("topicPreferencesOfUser", await countOtherUserTopics(tx, preference));
    if (lastUpdated === null && !mayKnow) throw invalidChannelId();
    if (lastUpdated === null) return;
    await bumpVersion(tx, realmId);
    const audience = encodeAudience([caller.userId]);
    const { channels } = directories;
    const channelOf = (id: number) => channels.channels.get(id);
    await emitMutedTopics({ tx, emit, realmId }, [caller.userId], { directories, channelOf });
    const event = {
      type: "user_topic",
      stream_id: preference.channelId,
      topic_name: topic,
      last_updated: lastUpdated,
      visibility_policy: preference.policy,
    };
    emit(markArchived({ audience, event }, directories.channels));
  });
  return {};
}

/**
 * Taking a preference back needs no access, or one could never be rid of it: whether the channel may be known of is
 * returned, and without that only a preference that is there can be taken back.
 */
function checkChannel(input: Input, directories: RealmDirectories): boolean {
  const { actor, channels } = directories;
  const channel = channels.channels.get(input.stream_id);
  if (!channel) throw invalidChannelId();
  if (input.visibility_policy === 0) return hasMetadataAccess(actor, channel, directories);
  if (channel.isArchived || !hasContentAccess(actor, channel, directories))
    throw invalidChannelId();
  return true;
}
