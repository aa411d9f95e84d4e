import { presentMutedTopics } from "../../present/user-topics.ts";
import { registerSection } from "../registration/registration.ts";
import { topicRows, withNamedTopics } from "../registration/topic-rows.ts";

/** Muted topics in the older form. */
export const mutedTopics = registerSection({
  name: "muted_topics",
  load: topicRows,
  render: (registration, rows) => ({
    muted_topics: presentMutedTopics(withNamedTopics(registration, rows), {
      user: registration.actor,
      directories: registration,
      channelOf: (id) => registration.channels.channels.get(id),
    }),
  }),
  spectator: { muted_topics: [] },
});
