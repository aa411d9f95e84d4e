import type { Linkifier } from "../context.ts";
import { withoutOverlaps } from "./find-links.ts";
import { findUrls } from "./find-urls.ts";
import { findLinkified } from "./linkifiers.ts";

/** A link in the name of a topic (docs/behaviour/messages.md#fields-of-a-message). */
export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/**
 * Finds the links in the name of a topic: matches of linkifiers, then bare URLs, in order of appearance
 * (docs/behaviour/markdown.md#linkifiers-in-text).
 */
export function topicLinks(given: string, linkifiers: readonly Linkifier[]): readonly TopicLink[] {
  const topic = given.toWellFormed();
  const found = [...findLinkified(topic, linkifiers), ...findUrls(topic)];
  if (found.length === 0) return [];
  return withoutOverlaps(topic.length, found).map(({ start, end, href }) => {
    const text = topic.slice(start, end);
    // In topics, hosts without a scheme are taken to speak HTTPS.
    return { text, url: href === `http://${text}` ? `https://${text}` : href };
  });
}
