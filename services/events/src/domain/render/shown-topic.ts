import { can, type RenderOptions } from "./render-options.ts";

/** Returns the empty topic's name for the client: empty, if the client knows that topics may be empty. */
export function emptyTopicFor(options: RenderOptions): string {
  return can(options, "empty_topic_name") ? "" : options.emptyTopicName;
}

/** Returns a topic as the client sees it. */
export function shownTopic(topic: unknown, options: RenderOptions): unknown {
  return topic === "" ? emptyTopicFor(options) : topic;
}
