import { AppError } from "@team-chat/errors";

/** Reported to clients as `max_message_length`, in characters. */
const maxLength = 10_000;
const truncated = "\n[message truncated]";

/** Returns the content a message is stored with (docs/behaviour/messages.md#content). @throws BAD_REQUEST */
export function normaliseContent(given: string): string {
  const content = given.trimEnd().replace(/^\n+/, "");
  if (content === "") throw new AppError("BAD_REQUEST", "Message must not be empty");
  if (content.length <= maxLength) return content;
  const characters = [...content];
  return characters.length <= maxLength
    ? content
    : `${characters.slice(0, maxLength - truncated.length).join("")}${truncated}`;
}

/** Tells whether the content is shown as an action of the sender (docs/behaviour/messages.md#fields-of-a-message). */
export function isMeMessage(content: string): boolean {
  return content.startsWith("/me ");
}
