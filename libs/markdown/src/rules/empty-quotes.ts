import type { MarkdownIt, StateBlock } from "markdown-it";

import { lineText } from "./line-text.ts";
import { parseBlocks } from "./parse-blocks.ts";

/**
 * Adds quotes that begin with a `>` and nothing behind it: it quotes the text below; with nothing below either it
 * quotes nothing, and is text.
 */
export function emptyQuotes(md: MarkdownIt): void {
  md.block.ruler.before("blockquote", "empty_quote", parse);
}

function parse(...[state, startLine, endLine]: [StateBlock, number, number, boolean]): boolean {
  let first = startLine;
  while (first < endLine && /^>\s*$/.test(lineText(state, first))) first += 1;
  if (first === startLine) return false;
  if (first < endLine && !state.isEmpty(first)) return quote(state, first, endLine);
  state.push("paragraph_open", "p", 1);
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(startLine, first, state.blkIndent, false).trim();
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  state.line = first;
  return true;
}

/** Quotes the lines below, unless what follows is a block of its own, or has its own marks. */
function quote(state: StateBlock, first: number, endLine: number): boolean {
  const others = state.md.block.ruler.getRules("blockquote");
  const isOther = (line: number) => others.some((rule) => rule(state, line, endLine, true));
  let end = first;
  while (end < endLine && !state.isEmpty(end) && !isOther(end)) {
    if (lineText(state, end).startsWith(">")) return false;
    end += 1;
  }
  if (end === first) return false;
  state.push("blockquote_open", "blockquote", 1);
  parseBlocks(state, { first, end });
  state.push("blockquote_close", "blockquote", -1);
  state.line = end;
  return true;
}
