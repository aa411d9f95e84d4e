import { can } from "./render-options.ts";
import type { Renderer } from "./renderer.ts";
import { emptyTopicFor, shownTopic } from "./shown-topic.ts";

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
