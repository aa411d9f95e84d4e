import { can, type ClientEvent, emptyTopicFor, type Renderer, shownTopic } from "./renderer.ts";

/** `typing` events: those of channels only for clients that declared stream_typing_notifications. */
export const typingRenderer: Renderer = {
  variant: (options) =>
    `${can(options, "stream_typing_notifications") ? "s" : "-"}${emptyTopicFor(options)}`,
  render: ({ event }, options) => {
    if (event["message_type"] !== "stream") return [event];
    if (!can(options, "stream_typing_notifications")) return [];
    return [{ ...event, topic: shownTopic(event["topic"], options) }];
  },
};

/** `typing_edit_message` events: the empty topic or its display name. */
export const typingEditRenderer: Renderer = {
  variant: emptyTopicFor,
  render: ({ event }, options) => {
    const recipient = event["recipient"] as ClientEvent;
    if (recipient["topic"] === undefined) return [event];
    const topic = shownTopic(recipient["topic"], options);
    return [{ ...event, recipient: { ...recipient, topic } }];
  },
};
