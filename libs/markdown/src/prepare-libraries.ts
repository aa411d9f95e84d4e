import { prepareEmoji } from "@team-chat/emoji";

import { prepareGrammar } from "./code/highlight.ts";
import { findLanguage } from "./code/languages.ts";
import type { Context } from "./context.ts";
import { prepareTex } from "./math/render-tex.ts";

const fence = /(?:```|~~~) *\{?\.?([\w+\-./#]*)/g;
/** More languages than these are not read ahead. */
const maxLanguages = 8;

/**
 * Reads what the text will need, so that reading does not count as rendering: a process that has just begun may be slow
 * at it.
 */
export function prepareLibraries(content: string, { defaultCodeLanguage }: Context): void {
  prepareEmoji();
  const words = new Set<string>();
  for (const [, word = ""] of content.matchAll(fence)) words.add(word.toLowerCase());
  if (content.includes("$$") || words.has("math")) prepareTex();
  if (words.delete("")) words.add(defaultCodeLanguage ?? "");
  for (const word of [...words].slice(0, maxLanguages)) {
    const grammar = findLanguage(word)?.grammar ?? null;
    if (grammar !== null) prepareGrammar(grammar);
  }
}
