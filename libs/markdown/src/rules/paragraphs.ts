import type { MarkdownIt, StateCore, Token } from "markdown-it";

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
    if (token.type !== "inline") continue;
    const children = token.children ?? [];
    state.md.inline.parse(token.content, state.md, state.env, children);
    rendering.prose.push(withoutCode(token.content, children));
  }
}

function withoutCode(content: string, children: readonly Token[]): string {
  let rest = "";
  let done = 0;
  for (const { type, markup, content: code } of children) {
    if (type !== "code_inline") continue;
    const span = `${markup}${code}${markup}`;
    const start = content.indexOf(span, done);
    if (start === -1) continue;
    rest += content.slice(done, start);
    done = start + span.length;
  }
  return rest + content.slice(done);
}
