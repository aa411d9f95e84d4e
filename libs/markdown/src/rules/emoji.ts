import { findEmojiByCode, findEmojiByName } from "@team-chat/emoji";
import type { MarkdownIt, StateInline } from "markdown-it";

import { escapeText, openTag } from "../html.ts";
import { matchHere, metaAt, type Rendering, renderingOf } from "../rendering.ts";

const named = /:([\p{L}\p{N}_+-]+):/uy;
/** The one emoji that is neither in Unicode nor the organization's own. */
const extra = { name: "zulip", url: "/static/generated/emoji/images/emoji/unicode/zulip.png" };
const part = String.raw`\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]+\u{E007F})?`;
/** Anything that may be an emoji, by the grammar of Unicode Technical Standard 51. */
const possible = new RegExp(`\\p{RI}\\p{RI}|${part}(?:\\u200D(?:\\p{RI}\\p{RI}|${part}))*`, "gu");
const asText = /^\P{Emoji_Presentation}\u20E3?$/u;

/** Emoji for what people type (docs/behaviour/markdown.md#emoji-in-text). */
const emoticons: Readonly<Record<string, string>> = {
  ":)": "smile",
  "(:": "smile",
  ":(": "slightly_frowning_face",
  "<3": "heart",
  ":|": "expressionless",
  ":/": "confused",
  ";)": "wink",
  "D:": "anguished",
  ":o": "open_mouth",
  ":O": "open_mouth",
  ":p": "stuck_out_tongue",
  ":P": "stuck_out_tongue",
};
const emoticon = /(?<![\p{L}\p{N}_])(?::[)(|/oOpP]|\(:|<3|;\)|D:)(?![\p{L}\p{N}_])/gu;

/** `:name:`, emoji written as characters, and emoticons. */
export function emoji(md: MarkdownIt): void {
  md.inline.ruler.after("found_link", "emoji", parse);
  md.renderer.rules["emoji"] = (tokens, index) => metaAt<{ html: string }>(tokens, index).html;
  md.renderer.rules.text = (...[tokens, index, , env]) => {
    const content = tokens[index]?.content ?? "";
    const { context } = renderingOf({ env });
    return context.emoticons ? withEmoticons(content) : withCharacters(content);
  };
}

function parse(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== ":") return false;
  const match = matchHere(named, state);
  if (!match) return false;
  const [written, name = ""] = match;
  const html = htmlOf(name, renderingOf(state));
  if (!silent && html === null) state.pending += written;
  if (!silent && html !== null) state.push("emoji", "", 0).meta = { html };
  state.pos += written.length;
  return true;
}

function htmlOf(name: string, { context }: Rendering): string | null {
  const url = context.findEmoji(name) ?? (name === extra.name ? extra.url : null);
  if (url !== null) {
    const title = name.replaceAll("_", " ");
    return openTag("img", { alt: `:${name}:`, class: "emoji", src: url, title });
  }
  const found = findEmojiByName(name);
  return found && emojiSpan(found.name, found.code);
}

function emojiSpan(name: string, code: string): string {
  const title = name.replaceAll("_", " ");
  const classes = `emoji emoji-${code}`;
  return `${openTag("span", { "aria-label": title, class: classes, role: "img", title })}:${escapeText(name)}:</span>`;
}

/** Most text has no character that could be an emoji. */
const plain = /^[\0-\u00a8]*$/;

function withCharacters(text: string): string {
  if (plain.test(text) && !text.includes("\u20e3")) return escapeText(text);
  let html = "";
  let done = 0;
  for (const { 0: written, index } of text.matchAll(possible)) {
    const code = [...written]
      .map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0"))
      .filter((point) => point !== "fe0f")
      .join("-");
    const found = asText.test(written) ? null : findEmojiByCode(code);
    if (!found) continue;
    html += escapeText(text.slice(done, index)) + emojiSpan(found.name, found.code);
    done = index + written.length;
  }
  return html + escapeText(text.slice(done));
}

function withEmoticons(text: string): string {
  let html = "";
  let done = 0;
  for (const { 0: written, index } of text.matchAll(emoticon)) {
    const found = findEmojiByName(emoticons[written] ?? "");
    if (!found) continue;
    html += withCharacters(text.slice(done, index)) + emojiSpan(found.name, found.code);
    done = index + written.length;
  }
  return html + withCharacters(text.slice(done));
}
