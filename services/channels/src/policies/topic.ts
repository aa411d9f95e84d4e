import type { UserDirectory } from "@team-chat/projection";

/** Shown instead of the empty topic unless the organization chose another text. */
const defaultEmptyTopicName = "general chat";

/** Returns the name that clients without support for the empty topic are shown for it. */
export function emptyTopicName(users: UserDirectory): string {
  const configured = users.realm?.settings["empty_topic_display_name"];
  return typeof configured === "string" ? configured : defaultEmptyTopicName;
}

/** Returns the topic that a client means (docs/behaviour/messages.md#topic-names). */
export function normalizeTopic(given: string, users: UserDirectory): string {
  const topic = given.trim();
  return topic === "(no topic)" || topic === emptyTopicName(users) ? "" : topic;
}

/** Topics compare without regard to case. */
export function topicKey(topic: string): string {
  return topic.toLowerCase();
}
