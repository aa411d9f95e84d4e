import type { Renderer } from "./renderer.ts";
import { emptyTopicFor, shownTopic } from "./shown-topic.ts";

/** `user_topic` events: the empty topic or its display name. */
export const userTopicRenderer: Renderer = {
  variant: emptyTopicFor,
  render: ({ event }, options) => [
    { ...event, topic_name: shownTopic(event["topic_name"], options) },
  ],
};
