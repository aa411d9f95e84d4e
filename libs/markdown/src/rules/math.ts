import type { MarkdownIt, StateInline } from "markdown-it";

import { escapeText } from "../html.ts";
import { renderTex } from "../math/render-tex.ts";
import { matchHere, metaAt, renderingOf } from "../rendering.ts";

const syntax = /(?<![\p{L}\p{N}_$])\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\p{L}\p{N}_$])/uy;

/** `$$x$$` (docs/behaviour/markdown.md#formulas); formulas in blocks are those of the fences. */
export function math(md: MarkdownIt): void {
  md.inline.ruler.before("emphasis", "math", parse);
  md.renderer.rules["math"] = (tokens, index) => metaAt<{ html: string }>(tokens, index).html;
}

function parse(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== "$") return false;
  const match = matchHere(syntax, state);
  if (!match) return false;
  const [written, tex = ""] = match;
  if (!silent) {
    const html = renderingOf(state).plain ? null : renderTex(tex, "inline");
    const error = `<span class="tex-error">${escapeText(written)}</span>`;
    state.push("math", "", 0).meta = { html: html ?? error };
  }
  state.pos += written.length;
  return true;
}
