// See docs/subsystems/messages.md.
import { AppError } from "@team-chat/errors";
import type { Database } from "@team-chat/pg";
import { checkTopicPolicy } from "@team-chat/policy";

import type { RealmSources } from "../loading/load-realm.ts";
import { liftTopicFence } from "../queries/messages/topic-fence.ts";

/** A topic under which nothing could be written. */
interface FencedTopic {
  readonly recipientId: number;
  readonly channelId: number | null;
  readonly topic: string;
  readonly fence: number;
}

/**
 * Thrown instead of writing under a named topic of a channel that is about to allow the empty topic alone;
 * nothing was written.
 */
export class TopicFenced extends Error {
  override name = "TopicFenced";
  readonly topic: FencedTopic;

  constructor(topic: FencedTopic) {
    super("The channel is about to allow the empty topic alone.");
    this.topic = topic;
  }
}

/** Answers what became of a channel, and lifts fences. */
interface FenceSources extends Pick<RealmSources, "channels" | "users"> {
  readonly db: Database;
  /** Resolves when no change of the realm's channels is under way that had begun before. */
  readonly channelsSettled: (realmId: number) => Promise<void>;
}

/** Each fence met is of another change of the channel, of which there are few. */
const maxFences = 10;

/**
 * Does what writes under topics. When it meets a fence the change that raised it is waited for; then the
 * channel's policy decides, and the work is done again from its beginning. @throws BAD_REQUEST when only the
 * empty topic is allowed by now, SERVICE_UNAVAILABLE
 */
export async function pastTopicFence<T>(
  sources: FenceSources,
  realmId: number,
  work: () => Promise<T>,
): Promise<T> {
  for (let met = 0; met < maxFences; met += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TopicFenced)) throw error;
      await settle(sources, realmId, error.topic);
    }
  }
  throw new AppError("SERVICE_UNAVAILABLE", "The channel's topics are being changed.", {
    details: { "retry-after": 1 },
  });
}

/**
 * Waits for the write. The fence was raised under the lock that is waited for, so the policy that is read afterwards is
 * what became of it.
 */
async function settle(
  sources: FenceSources,
  realmId: number,
  { channelId, fence, recipientId, topic }: FencedTopic,
): Promise<void> {
  await sources.channelsSettled(realmId);
  const [channels, users] = await Promise.all([
    sources.channels.current(realmId),
    sources.users.atLeast(realmId, 1),
  ]);
  const channel = channels.channels.get(channelId ?? 0);
  if (channel) checkTopicPolicy(channel, topic, users.realm?.settings["topics_policy"]);
  await liftTopicFence(sources.db, { realmId, recipientId, fence });
}
