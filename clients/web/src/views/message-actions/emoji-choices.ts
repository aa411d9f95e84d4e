import { characterOf } from "../../html/message-nodes.ts";
import type { State } from "../../state/state.ts";
import type { NamedEmoji } from "../compose/load-emoji.ts";

/** An emoji that can be chosen. */
export interface EmojiChoice {
  readonly emoji_code: string;
  readonly emoji_name: string;
  readonly reaction_type: string;
  /** Address of the picture of one that the organization has added; empty for characters. */
  readonly source: string;
  readonly character: string;
  readonly names: string;
}

/** Are offered first, before names are loaded. */
const often = [
  ["1f44d", "thumbs_up"],
  ["2764", "heart"],
  ["1f604", "smile"],
  ["1f389", "tada"],
  ["1f440", "eyes"],
  ["2705", "check"],
  ["1f64f", "pray"],
  ["1f914", "thinking"],
] as const;
const most = 160;

/** Lists emoji whose names have what was written, those of the organization first; some that are used often for nothing. */
export function emojiChoices(
  written: string,
  all: readonly NamedEmoji[],
  custom: State["customEmoji"],
): readonly EmojiChoice[] {
  const wanted = written.trim().toLowerCase().replaceAll(" ", "_");
  const own = Object.values(custom)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name, source_url: source }) => ({
      emoji_code: id,
      emoji_name: name,
      reaction_type: "realm_emoji",
      source,
      character: "",
      names: name,
    }));
  const first = often.map(([code, name]) => unicode(code, [name]));
  const known = all.map(({ code, names }) => unicode(code, names));
  if (wanted === "") return unique([...first, ...own, ...known]).slice(0, most);
  const found = [...own, ...known].filter(({ names }) => names.includes(wanted));
  const starts = found.filter(({ names }) => names.startsWith(wanted));
  return unique([...starts, ...found]).slice(0, most);
}

function unicode(code: string, names: readonly string[]): EmojiChoice {
  return {
    emoji_code: code,
    emoji_name: names[0] ?? "",
    reaction_type: "unicode_emoji",
    source: "",
    character: characterOf(code),
    names: names.join(" "),
  };
}

function unique(choices: readonly EmojiChoice[]): readonly EmojiChoice[] {
  const seen = new Set<string>();
  return choices.filter(({ emoji_code: code }) => !seen.has(code) && seen.add(code));
}
