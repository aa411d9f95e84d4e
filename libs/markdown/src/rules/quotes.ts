import type { MarkdownIt, StateBlock, StateCore } from "markdown-it";

import { renderingOf } from "../rendering.ts";

const opening = /^(`{3,}|~{3,})[ \t]*quote[ \t]*$/;

/** Quotes between fences named `quote`, and the knowledge of being within a quote, where mentions are silent. */
export function quotes(md: MarkdownIt): void {
  md.block.ruler.before("fence", "quote_fence", parseFence, {
    alt: ["paragraph", "blockquote", "list"],
  });
  md.core.ruler.at("inline", parseInline);
}

// Mirrors the parser's own rule, which does not tell the inline rules where they are.
function parseInline(state: StateCore): void {
  const rendering = renderingOf(state);
  for (const token of state.tokens) {
    if (token.type === "blockquote_open") rendering.quoteDepth += 1;
    if (token.type === "blockquote_close") rendering.quoteDepth -= 1;
    if (token.type === "inline")
      state.md.inline.parse(token.content, state.md, state.env, token.children ?? []);
  }
}

function parseFence(
  ...[state, startLine, endLine, silent]: [StateBlock, number, number, boolean]
): boolean {
  const [, fence] = opening.exec(lineText(state, startLine)) ?? [];
  if (fence === undefined || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  if (silent) return true;
  const end = findEnd(state, fence, { from: startLine + 1, endLine });
  const { parentType, lineMax } = state;
  state.parentType = "blockquote";
  state.lineMax = end;
  const open = state.push("blockquote_open", "blockquote", 1);
  open.map = [startLine, end];
  state.md.block.tokenize(state, startLine + 1, end);
  state.push("blockquote_close", "blockquote", -1);
  state.parentType = parentType;
  state.lineMax = lineMax;
  state.line = Math.min(end + 1, endLine);
  return true;
}

/** The line that closes the fence, or the end of the block when none does. */
function findEnd(
  state: StateBlock,
  fence: string,
  { from, endLine }: { from: number; endLine: number },
): number {
  for (let line = from; line < endLine; line += 1) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return line;
    const text = lineText(state, line).trimEnd();
    if (text.length >= fence.length && text === fence.charAt(0).repeat(text.length)) return line;
  }
  return endLine;
}

function lineText(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]);
}
