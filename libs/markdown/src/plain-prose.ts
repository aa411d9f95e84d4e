import type { Linkifier } from "./context.ts";
import { noMentions, type Rendered } from "./rendered.ts";

/**
 * One line of words: nothing that begins a block, an emoji, a link or markup, and no dot within a word, which may be
 * that of a host. What the organization's own patterns find is not known here.
 */
const words = /^[A-Za-z](?:[\w ,?'"()-]|[.!](?![^ .!?]))*$/;

/**
 * Renders text that is a paragraph as it was written, whatever names mean; null for every other text. Most messages are
 * such, and need no parser; to be removed when parsing one takes less than 10 µs.
 */
export function renderProse(text: string, linkifiers: readonly Linkifier[]): Rendered | null {
  if (linkifiers.length > 0 || text.endsWith(" ") || !words.test(text)) return null;
  const html = `<p>${text}</p>`;
  return {
    html,
    mentions: noMentions(),
    hasLink: false,
    hasImage: false,
    uploads: [],
    pages: [],
    prose: text,
  };
}
