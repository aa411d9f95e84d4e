import type { MarkdownIt, StateInline } from "markdown-it";

import { matchHere } from "../rendering.ts";
import { parseRegion } from "./auto-links.ts";

/** A code span on one line, or a backtick that opens none. */
const code = "`[^`\\n]*`|`(?![^`\\n]*`)";
const mention = "(?<=[\\s'\"({[/<])[@#]_?\\*\\*[^*\\n]+\\*\\*";
/** Within bold text a star may stand alone, or be the first of three at the end. */
const boldPart = `${code}|${mention}|(?!${mention})[^*\\n\`]|\\*(?!\\*)|\\*(?=\\*\\*(?!\\*))`;
const plainPart = `${code}|[^*\\n\`]`;

interface Form {
  readonly pattern: RegExp;
  /** Outermost first. */
  readonly tags: readonly string[];
  readonly markup: string;
}

/** In the order of trying. No alternatives begin alike, so that the patterns take linear time. */
const starForms: readonly Form[] = [
  {
    pattern: new RegExp(`\\*{3}(?!\\s)(?:${plainPart})+(?<!\\s)\\*{3}(?!\\*)`, "y"),
    tags: ["strong", "em"],
    markup: "***",
  },
  {
    pattern: new RegExp(`\\*\\*(?![\\s*])(?:${boldPart})+(?<!\\s)\\*\\*(?!\\*)`, "y"),
    tags: ["strong"],
    markup: "**",
  },
  {
    pattern: new RegExp(`\\*(?![\\s*])(?:${plainPart})+(?<!\\s)\\*`, "y"),
    tags: ["em"],
    markup: "*",
  },
];
const tildeForm: Form = { pattern: /~~(?!~)[^~\n]+~~(?!~)/y, tags: ["del"], markup: "~~" };

/** Bold, italic and struck text, never across lines; underscores mean nothing (docs/behaviour/markdown.md#emphasis). */
export function emphasis(md: MarkdownIt): void {
  md.disable(["emphasis", "strikethrough"]);
  md.inline.ruler.before("emphasis", "stars", parse);
}

function parse(state: StateInline, silent: boolean): boolean {
  const form = formHere(state);
  if (!form) return false;
  const { tags, markup, end } = form;
  if (!silent) {
    for (const tag of tags) state.push(`${tag}_open`, tag, 1).markup = markup;
    state.pos += markup.length;
    parseRegion(state, end - markup.length);
    for (const tag of tags.toReversed()) state.push(`${tag}_close`, tag, -1).markup = markup;
  }
  state.pos = end;
  return true;
}

function formHere(state: StateInline): (Form & { end: number }) | null {
  const marker = state.src.charAt(state.pos);
  if (marker === "~") {
    const match =
      state.src.charAt(state.pos - 1) === "~" ? null : matchHere(tildeForm.pattern, state);
    return match && { ...tildeForm, end: state.pos + match[0].length };
  }
  if (marker !== "*") return null;
  for (const form of starForms) {
    const match = matchHere(form.pattern, state);
    if (match) return { ...form, end: state.pos + match[0].length };
  }
  return null;
}
