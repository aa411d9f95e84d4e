import type { WideMessage } from "@team-chat/contract";
import { linkPart } from "@team-chat/links";

/** Most people whose ids are named in an address. */
const maxNamed = 30;

type LinkedMessage = Pick<WideMessage, "display_recipient" | "id" | "stream_id" | "subject">;

/**
 * Returns the fragment of the address at which clients show a message in its conversation. The channel has its id alone
 * there, since pushes have little room.
 */
export function hashOf(message: LinkedMessage): string {
  if (typeof message.display_recipient !== "string") {
    if (message.display_recipient.length > maxNamed) return `#narrow/id/${message.id}`;
    const ids = message.display_recipient.map(({ id }) => id).toSorted((a, b) => a - b);
    return `#narrow/dm/${ids.join(",")}/near/${message.id}`;
  }
  return `#narrow/channel/${message.stream_id}/topic/${linkPart(message.subject)}/near/${message.id}`;
}

/** Returns such a fragment that does not say what the topic is. */
export function hashWithoutTopic(message: LinkedMessage): string {
  return typeof message.display_recipient === "string"
    ? `#narrow/channel/${message.stream_id}/near/${message.id}`
    : hashOf(message);
}
