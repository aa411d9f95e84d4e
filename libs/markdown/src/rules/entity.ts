import type { MarkdownIt, StateInline } from "markdown-it";

import { matchHere } from "../rendering.ts";

const syntax = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z\d]{1,31});/iy;

/** Character references, which stay as they are written: they mean a character in HTML as well. */
export function entity(md: MarkdownIt): void {
  md.inline.ruler.at("entity", parse);
  md.renderer.rules["entity"] = (tokens, index) => tokens[index]?.content ?? "";
}

function parse(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== "&") return false;
  const match = matchHere(syntax, state);
  if (!match) return false;
  if (!silent) state.push("entity", "", 0).content = match[0];
  state.pos += match[0].length;
  return true;
}
