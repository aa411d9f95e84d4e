import type { MarkdownIt, StateCore } from "markdown-it";

import { renderingOf } from "../rendering.ts";

/** Parses what is within blocks, with the knowledge of being within a quote, where mentions are silent. */
export function paragraphs(md: MarkdownIt): void {
  md.core.ruler.at("inline", parse);
}

// Mirrors the parser's own rule, which does not tell the inline rules where they are.
function parse(state: StateCore): void {
  const rendering = renderingOf(state);
  for (const token of state.tokens) {
    if (token.type === "blockquote_open") rendering.quoteDepth += 1;
    if (token.type === "blockquote_close") rendering.quoteDepth -= 1;
    if (token.type === "inline")
      state.md.inline.parse(token.content, state.md, state.env, token.children ?? []);
  }
}
