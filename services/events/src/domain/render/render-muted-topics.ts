import type { RenderOptions } from "./render-options.ts";
import type { Renderer } from "./renderer.ts";
import { emptyTopicFor, shownTopic } from "./shown-topic.ts";

type MutedTopic = readonly [channel: string, topic: string, timestamp: number];

/**
 * `muted_topics` events: the older form of `user_topic`, for queues that do not ask for that one
 * (docs/behaviour/events.md#options-of-a-queue).
 */
export const mutedTopicsRenderer: Renderer = {
  variant: (options) => (hasUserTopics(options) ? "none" : `topics ${emptyTopicFor(options)}`),
  render: ({ event }, options) => {
    if (hasUserTopics(options)) return [];
    const topics = event["muted_topics"] as readonly MutedTopic[];
    const shown = topics.map(([channel, topic, time]) => [
      channel,
      shownTopic(topic, options),
      time,
    ]);
    return [{ ...event, muted_topics: shown }];
  },
};

function hasUserTopics({ eventTypes }: RenderOptions): boolean {
  return eventTypes === null || eventTypes.includes("user_topic");
}
