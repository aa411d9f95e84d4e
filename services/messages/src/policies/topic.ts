import { emptyTopicDisplayName } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** Reported to clients as `max_topic_length`. */
const maxLength = 60;
const unprintable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** The topic a message is stored under (reference/behaviour.md §2.5). @throws BAD_REQUEST */
export function normaliseTopic(given: string): string {
  const topic = given.trim();
  if (topic === emptyTopicDisplayName || topic === "(no topic)") return "";
  const position = unprintablePosition(topic);
  if (position !== null)
    throw new AppError("BAD_REQUEST", `Invalid character in topic, at position ${position}!`);
  if (topic.length <= maxLength) return topic;
  const characters = [...topic];
  return characters.length > maxLength
    ? `${characters.slice(0, maxLength - 3).join("")}...`
    : topic;
}

/** Where the first character is that nobody could see, from 1; null when there is none. */
export function unprintablePosition(text: string): number | null {
  if (!unprintable.test(text)) return null;
  const index = [...text].findIndex((character) => unprintable.test(character));
  return index === -1 ? null : index + 1;
}
