import { badCharacterIn, emptyTopicDisplayName } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** Reported to clients as `max_message_length`, in characters. */
const maxContentLength = 10_000;
const truncated = "\n[message truncated]";

/** Returns the content a message is stored with (docs/behaviour/messages.md#content). @throws BAD_REQUEST */
export function normaliseContent(given: string): string {
  const content = given.trimEnd().replace(/^\n+/, "");
  if (content === "") throw new AppError("BAD_REQUEST", "Message must not be empty");
  if (content.length <= maxContentLength) return content;
  const characters = [...content];
  return characters.length <= maxContentLength
    ? content
    : `${characters.slice(0, maxContentLength - truncated.length).join("")}${truncated}`;
}

/** Tells whether the content is shown as an action of the sender (docs/behaviour/messages.md#fields-of-a-message). */
export function isMeMessage(content: string): boolean {
  return content.startsWith("/me ");
}

/** Reported to clients as `max_topic_length`. */
const maxTopicLength = 60;

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
  if (topic.length <= maxTopicLength) return topic;
  const characters = [...topic];
  return characters.length > maxTopicLength
    ? `${characters.slice(0, maxTopicLength - 3).join("")}...`
    : topic;
}
