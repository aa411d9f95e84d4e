import { characterOf } from "../../html/message-nodes.ts";
import type { EmojiNames } from "./suggest.ts";

/** An emoji with its names, the usual one first. */
export interface NamedEmoji {
  /** Code points in hexadecimal with dashes. */
  readonly code: string;
  readonly names: readonly string[];
}

let loaded: Promise<readonly NamedEmoji[]> | undefined;

/** Loads all emoji with their names, once, when the first is looked for; none when they cannot be loaded. */
export function loadNamedEmoji(): Promise<readonly NamedEmoji[]> {
  loaded ??= fetchEmoji().catch(() => {
    loaded = undefined;
    return [];
  });
  return loaded;
}

/** Loads each name of each emoji with its character. */
export async function loadEmoji(): Promise<EmojiNames> {
  const all = await loadNamedEmoji();
  return all.flatMap(({ code, names }) => names.map((name) => [name, characterOf(code)] as const));
}

async function fetchEmoji(): Promise<readonly NamedEmoji[]> {
  const response = await fetch("/static/emoji/emoji_api.json");
  const { code_to_names: names } = (await response.json()) as {
    readonly code_to_names: Readonly<Record<string, readonly string[]>>;
  };
  return Object.entries(names).map(([code, all]) => ({ code, names: all }));
}
