import { unicodeEmoji } from "./unicode-emoji.ts";

/** An emoji of the Unicode set under one of its names. */
export interface NamedEmoji {
  readonly name: string;
  readonly code: string;
}

const codeByName = new Map(
  unicodeEmoji.flatMap(({ code, names }) => names.map((name) => [name, code] as const)),
);
const nameByCode = new Map(
  unicodeEmoji.flatMap(({ code, names: [name] }) => (name === undefined ? [] : [[code, name]])),
);

/** Finds an emoji by any of its names, without colons. */
export function findEmojiByName(name: string): NamedEmoji | null {
  const code = codeByName.get(name);
  return code === undefined ? null : { name, code };
}

/** Finds an emoji by its code, whatever the case; the name is the most usual one. */
export function findEmojiByCode(given: string): NamedEmoji | null {
  const code = given.toLowerCase();
  const name = nameByCode.get(code);
  return name === undefined ? null : { name, code };
}
