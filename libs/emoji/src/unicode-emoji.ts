import { createRequire } from "node:module";

import type * as library from "gemoji";

const load = createRequire(import.meta.url);

/** An emoji of the Unicode set. */
export interface UnicodeEmoji {
  /**
   * Code points in lower-case hexadecimal with dashes, without variation selectors
   * (docs/behaviour/messages.md#reactions).
   */
  readonly code: string;
  /** Without colons, the most usual one first; no name belongs to two emoji. */
  readonly names: readonly string[];
}

const variationSelector = 0xfe_0f;

/**
 * Lists every emoji that people can name, in the order of emoji keyboards. They are read each time: no start is to wait
 * for them (docs/optimizations.md).
 */
export function listUnicodeEmoji(): readonly UnicodeEmoji[] {
  const { gemoji } = load("gemoji") as typeof library;
  return gemoji.map(({ emoji, names }) => ({ code: codeOf(emoji), names }));
}

function codeOf(emoji: string): string {
  return [...emoji]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((point) => point !== variationSelector)
    .map((point) => point.toString(16).padStart(4, "0"))
    .join("-");
}
