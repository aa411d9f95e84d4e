import { call } from "../api/call.ts";
import { updateMessage } from "../api/operations.ts";
import { t } from "../texts/texts.ts";
import type { Acting } from "./change.ts";

/** Stands before the names of topics that are resolved (docs/behaviour/messages.md#resolving-topics). */
const mark = "✔ ";

/** Tells whether a topic is marked as resolved. */
export function isResolved(topic: string): boolean {
  return topic.startsWith(mark);
}

/** Marks a topic that a message is of as resolved, or as not resolved; offers to undo it. */
export async function toggleResolved(
  { client, notices }: Acting,
  messageId: number,
  topic: string,
): Promise<void> {
  const { maxTopicLength } = client.state.peek().organization;
  const renamed = isResolved(topic)
    ? topic.slice(mark.length)
    : Array.from(mark + topic)
        .slice(0, maxTopicLength)
        .join("");
  const rename = (to: string) =>
    call(updateMessage, { message_id: messageId, topic: to, propagate_mode: "change_all" });
  try {
    await rename(renamed);
    notices.say(t(isResolved(topic) ? "topic.unresolved" : "topic.resolved"), {
      undo: () => {
        rename(topic).catch((error: unknown) => {
          notices.refuse(error);
        });
      },
    });
  } catch (error) {
    notices.refuse(error);
  }
}
