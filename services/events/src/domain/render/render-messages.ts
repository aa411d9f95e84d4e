import { presentMessage, type WideMessage } from "@team-chat/contract";

import { can, type ClientEvent, emptyTopicFor, type Renderer, shownTopic } from "./renderer.ts";

/**
 * Message events: HTML or Markdown, avatar left to the client or not, the empty topic or its display name
 * (docs/behaviour/events.md#options-of-a-queue).
 */
export const messageRenderer: Renderer = {
  variant: (options) =>
    `${options.applyMarkdown ? "h" : "m"}${options.clientGravatar ? "g" : "-"}${emptyTopicFor(options)}`,
  render: ({ event }, options) => [
    {
      type: "message",
      message: presentMessage(event["message"] as WideMessage, {
        applyMarkdown: options.applyMarkdown,
        clientGravatar: options.clientGravatar,
        emptyTopicName: emptyTopicFor(options),
      }),
    },
  ],
};

/** `update_message` events: the empty topic or its display name, before and after. */
export const updateMessageRenderer: Renderer = {
  variant: emptyTopicFor,
  render: ({ event }, options) => {
    const named = (name: string): ClientEvent =>
      event[name] === undefined ? {} : { [name]: shownTopic(event[name], options) };
    return [{ ...event, ...named("orig_subject"), ...named("subject") }];
  },
};

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

/** `delete_message` events: all at once, or one for each message for clients without bulk_message_deletion. */
export const deleteMessageRenderer: Renderer = {
  variant: (options) =>
    `${can(options, "bulk_message_deletion") ? "b" : "-"}${emptyTopicFor(options)}`,
  render: ({ event }, options) => {
    const { message_ids: ids, topic, ...rest } = event;
    const place = topic === undefined ? rest : { ...rest, topic: shownTopic(topic, options) };
    if (can(options, "bulk_message_deletion")) return [{ ...place, message_ids: ids }];
    return (ids as readonly number[]).map((id) => ({ ...place, message_id: id }));
  },
};

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
