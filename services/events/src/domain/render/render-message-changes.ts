import { can, type ClientEvent, emptyTopicFor, type Renderer, shownTopic } from "./renderer.ts";

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
