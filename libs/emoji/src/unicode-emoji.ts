import { gemoji } from "gemoji";

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

/** Every emoji that people can name, in the order of emoji keyboards. */
export const unicodeEmoji: readonly UnicodeEmoji[] = gemoji.map(({ emoji, names }) => ({
  code: codeOf(emoji),
  names,
}));

function codeOf(emoji: string): string {
  return [...emoji]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((point) => point !== variationSelector)
    .map((point) => point.toString(16).padStart(4, "0"))
    .join("-");
}
