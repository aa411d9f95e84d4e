import type { ClientEvent, Renderer } from "./renderer.ts";
import { emptyTopicFor, shownTopic } from "./shown-topic.ts";

/** `update_message` events: the empty topic or its display name, before and after. */
export const updateMessageRenderer: Renderer = {
  variant: emptyTopicFor,
  render: ({ event }, options) => {
    const named = (name: string): ClientEvent =>
      event[name] === undefined ? {} : { [name]: shownTopic(event[name], options) };
    return [{ ...event, ...named("orig_subject"), ...named("subject") }];
  },
};
