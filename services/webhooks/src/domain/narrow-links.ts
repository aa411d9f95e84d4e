import type { WideMessage } from "@team-chat/contract";

/** Most people whose ids are named in an address. */
const maxNamed = 30;

/** Returns the fragment of the address at which clients show a message in its conversation. */
export function hashOf(message: WideMessage): string {
  if (typeof message.display_recipient !== "string") {
    if (message.display_recipient.length > maxNamed) return `#narrow/id/${message.id}`;
    const ids = message.display_recipient.map(({ id }) => id).toSorted((a, b) => a - b);
    return `#narrow/dm/${ids.join(",")}/near/${message.id}`;
  }
  return `#narrow/channel/${message.stream_id}/topic/${encoded(message.subject)}/near/${message.id}`;
}

/** Fragments of links write dots and percent signs their own way. */
function encoded(text: string): string {
  const escaped = encodeURIComponent(text).replaceAll(".", "%2E").replaceAll("(", "%28");
  return escaped.replaceAll(")", "%29").replaceAll("%", ".");
}
