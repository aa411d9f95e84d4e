import type { MarkdownIt, StateBlock } from "markdown-it";

import { lineText } from "./line-text.ts";

/** A `>` with nothing behind it and nothing below quotes nothing: it is text. */
export function emptyQuotes(md: MarkdownIt): void {
  md.block.ruler.before("blockquote", "empty_quote", parse);
}

function parse(...[state, startLine, endLine]: [StateBlock, number, number, boolean]): boolean {
  let end = startLine;
  while (end < endLine && /^>\s*$/.test(lineText(state, end))) end += 1;
  if (end === startLine || (end < endLine && !state.isEmpty(end))) return false;
  state.push("paragraph_open", "p", 1);
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(startLine, end, state.blkIndent, false).trim();
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  state.line = end;
  return true;
}
