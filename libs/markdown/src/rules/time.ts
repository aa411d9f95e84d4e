import type { MarkdownIt, StateInline } from "markdown-it";

import { escapeText, openTag } from "../html.ts";
import { matchHere, metaAt } from "../rendering.ts";
import { parseTime } from "../time/parse-time.ts";

const syntax = /<time:([^>\n]*)>/y;

/** `<time:…>`: a moment that every reader sees in their own time zone (docs/behaviour/markdown.md#times). */
export function time(md: MarkdownIt): void {
  md.inline.ruler.before("emphasis", "time", parse);
  md.renderer.rules["time"] = (tokens, index) => {
    const { written, moment } = metaAt<{ written: string; moment: Date | null }>(tokens, index);
    const text = escapeText(written);
    if (moment === null) return `<span class="timestamp-error">Invalid time format: ${text}</span>`;
    return `${openTag("time", { datetime: iso(moment) })}${text}</time>`;
  };
}

/** Fractions of a second only where there are any. */
function iso(moment: Date): string {
  return moment.toISOString().replace(".000Z", "Z");
}

function parse(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== "<") return false;
  const match = matchHere(syntax, state);
  if (!match) return false;
  const [written, content = ""] = match;
  if (!silent)
    state.push("time", "", 0).meta = { written: content, moment: parseTime(content, new Date()) };
  state.pos += written.length;
  return true;
}
