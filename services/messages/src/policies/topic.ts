import { badCharacterIn, emptyTopicDisplayName } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** Reported to clients as `max_topic_length`. */
const maxLength = 60;

/**
 * Returns the topic a message is stored under (docs/behaviour/messages.md#topic-names).
 * @throws BAD_REQUEST for what no topic may be called
 */
export function normaliseTopic(given: string): string {
  const topic = topicMeant(given);
  const position = badCharacterIn(topic);
  if (position !== null)
    throw new AppError("BAD_REQUEST", `Invalid character in topic, at position ${position}!`);
  return topic;
}

/** Normalises the name of an existing topic, which may be older than the rules about names. */
export function topicMeant(given: string): string {
  const topic = given.trim();
  if (topic === emptyTopicDisplayName || topic === "(no topic)") return "";
  if (topic.length <= maxLength) return topic;
  const characters = [...topic];
  return characters.length > maxLength
    ? `${characters.slice(0, maxLength - 3).join("")}...`
    : topic;
}
