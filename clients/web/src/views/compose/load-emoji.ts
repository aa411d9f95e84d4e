import { characterOf } from "../../html/message-nodes.ts";
import type { EmojiNames } from "./suggest.ts";

let loaded: Promise<EmojiNames> | undefined;

/** Loads the names of all emoji, once, when the first is looked for; none when they cannot be loaded. */
export function loadEmoji(): Promise<EmojiNames> {
  loaded ??= fetchEmoji().catch(() => {
    loaded = undefined;
    return [];
  });
  return loaded;
}

async function fetchEmoji(): Promise<EmojiNames> {
  const response = await fetch("/static/emoji/emoji_api.json");
  const { code_to_names: names } = (await response.json()) as {
    readonly code_to_names: Readonly<Record<string, readonly string[]>>;
  };
  return Object.entries(names).flatMap(([code, all]) =>
    all.map((name) => [name, characterOf(code)] as const),
  );
}
