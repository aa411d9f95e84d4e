import { escapeCode } from "../html.ts";

/** Marks text with one of the short classes of Pygments, line by line so that clients may cut between lines. */
export function markedSpan(text: string, name: string): string {
  return text.replaceAll(/[^\n]+/g, (line) => `<span class="${name}">${escapeCode(line)}</span>`);
}
