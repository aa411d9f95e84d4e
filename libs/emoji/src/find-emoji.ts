import { listUnicodeEmoji } from "./unicode-emoji.ts";

/** An emoji of the Unicode set under one of its names. */
export interface NamedEmoji {
  readonly name: string;
  readonly code: string;
}

interface Tables {
  readonly codeByName: ReadonlyMap<string, string>;
  readonly nameByCode: ReadonlyMap<string, string>;
}

let known: Tables | undefined;

function tables(): Tables {
  if (known !== undefined) return known;
  const all = listUnicodeEmoji();
  known = {
    codeByName: new Map(all.flatMap(({ code, names }) => names.map((name) => [name, code]))),
    nameByCode: new Map(all.map(({ code, names: [name = ""] }) => [code, name])),
  };
  return known;
}

/** Reads the tables, if that has not happened yet: outside of what has limited time. */
export function prepareEmoji(): void {
  tables();
}

/** Finds an emoji by any of its names, without colons. */
export function findEmojiByName(name: string): NamedEmoji | null {
  const code = tables().codeByName.get(name);
  return code === undefined ? null : { name, code };
}

/** Finds an emoji by its code, whatever the case; the name is the most usual one. */
export function findEmojiByCode(given: string): NamedEmoji | null {
  const code = given.toLowerCase();
  const name = tables().nameByCode.get(code);
  return name === undefined ? null : { name, code };
}
