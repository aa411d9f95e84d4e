import { presentUserTopics } from "../../present/user-topics.ts";
import { registerSection, seesArchived } from "../registration/registration.ts";
import { topicRows, withNamedTopics } from "../registration/topic-rows.ts";

/** Topics that the caller muted, unmuted or follows. */
export const userTopic = registerSection({
  name: "user_topic",
  load: topicRows,
  render: (registration, rows) => ({
    user_topics: presentUserTopics(withNamedTopics(registration, rows), {
      channels: registration.channels,
      archived: seesArchived(registration),
    }),
  }),
  spectator: { user_topics: [] },
});
