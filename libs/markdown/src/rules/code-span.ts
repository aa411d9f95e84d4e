import type { MarkdownIt, StateInline } from "markdown-it";

import { escapeText } from "../html.ts";

/** Code spans, which keep their spaces (docs/behaviour/markdown.md#code). */
export function codeSpan(md: MarkdownIt): void {
  md.inline.ruler.at("backticks", parse);
  md.renderer.rules["code_inline"] = (tokens, index) =>
    `<code>${escapeText(tokens[index]?.content ?? "")}</code>`;
}

function parse(state: StateInline, silent: boolean): boolean {
  const [markup] = runAt(state.src, state.pos) ?? [];
  if (markup === undefined) return false;
  const start = state.pos + markup.length;
  const end = findRun(state, markup.length, start);
  if (!silent && end === null) state.pending += markup;
  if (!silent && end !== null) {
    const token = state.push("code_inline", "code", 0);
    token.markup = markup;
    token.content = state.src.slice(start, end);
  }
  state.pos = end === null ? start : end + markup.length;
  return true;
}

/**
 * Finds the beginning of the next run of exactly this many backticks. Each length is searched in vain at most once, so
 * that the whole stays linear.
 */
function findRun(state: StateInline, length: number, from: number): number | null {
  let at = state.src.indexOf("`", from);
  while (at !== -1) {
    const run = runAt(state.src, at)?.[0].length ?? 1;
    if (at + run > state.posMax) return null;
    if (run === length) return at;
    at = state.src.indexOf("`", at + run);
  }
  return null;
}

function runAt(text: string, at: number): RegExpExecArray | null {
  const run = /`+/y;
  run.lastIndex = at;
  return run.exec(text);
}
