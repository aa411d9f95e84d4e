import { withoutArchived } from "./archived-channels.ts";
import { can } from "./render-options.ts";
import type { Renderer } from "./renderer.ts";
import { emptyTopicFor, shownTopic } from "./shown-topic.ts";

/**
 * `user_topic` events: the empty topic or its display name. Preferences for a channel that is taken back are told to
 * clients without the capability `archived_channels` alone (`internal.without_capability`), to whom they were gone with
 * the channel; those for one that is archived (`internal.archived_channels`) to the others.
 */
export const userTopicRenderer: Renderer = {
  variant: (options) =>
    `${can(options, "archived_channels") ? "all" : "unarchived"} ${emptyTopicFor(options)}`,
  render: ({ event, internal }, options) => {
    const known = withoutArchived(event, internal, options);
    return known ? [{ ...known, topic_name: shownTopic(known["topic_name"], options) }] : [];
  },
};
