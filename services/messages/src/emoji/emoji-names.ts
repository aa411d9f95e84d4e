import { gemoji } from "gemoji";

/** An emoji of the Unicode set; `code` is its code points in hexadecimal with dashes, without variation selectors. */
export interface UnicodeEmoji {
  readonly name: string;
  readonly code: string;
}

const variationSelector = 0xfe_0f;
const codeByName = new Map<string, string>();
const nameByCode = new Map<string, string>();
for (const { emoji, names } of gemoji) {
  const code = codeOf(emoji);
  for (const name of names) codeByName.set(name, code);
  if (names[0] !== undefined) nameByCode.set(code, names[0]);
}

/** By any of its names, without colons. */
export function findEmojiByName(name: string): UnicodeEmoji | null {
  const code = codeByName.get(name);
  return code === undefined ? null : { name, code };
}

/** By its code; the name is the most usual one. */
export function findEmojiByCode(code: string): UnicodeEmoji | null {
  const name = nameByCode.get(code.toLowerCase());
  return name === undefined ? null : { name, code: code.toLowerCase() };
}

function codeOf(emoji: string): string {
  return [...emoji]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((point) => point !== variationSelector)
    .map((point) => point.toString(16).padStart(4, "0"))
    .join("-");
}
