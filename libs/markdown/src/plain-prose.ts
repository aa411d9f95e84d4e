import type { Context } from "./context.ts";

/**
 * One line of words: nothing that begins a block, an emoji, a link or markup, and no dot within a word, which may be that of a host. What the organization's
 * own patterns find is not known here.
 */
const words = /^[A-Za-z](?:[\w ,?'"()-]|[.!](?![^ .!?]))*$/;

/** Whether the text is a paragraph that is rendered as it was written. Most messages are. */
export function isPlainProse(text: string, { linkifiers }: Context): boolean {
  return linkifiers.length === 0 && !text.endsWith(" ") && words.test(text);
}
