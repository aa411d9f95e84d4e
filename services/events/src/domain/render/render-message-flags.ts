import type { ClientEvent, Renderer } from "./renderer.ts";
import { emptyTopicFor, shownTopic } from "./shown-topic.ts";

/** `update_message_flags` events: where unread messages are tells the empty topic or its display name. */
export const messageFlagsRenderer: Renderer = {
  variant: emptyTopicFor,
  render: ({ event }, options) => {
    const details = event["message_details"] as Readonly<Record<string, ClientEvent>> | undefined;
    if (!details) return [event];
    const shown = Object.entries(details).map(([id, place]) => [
      id,
      "topic" in place ? { ...place, topic: shownTopic(place["topic"], options) } : place,
    ]);
    return [{ ...event, message_details: Object.fromEntries(shown) as ClientEvent }];
  },
};
