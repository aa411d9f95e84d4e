import type { MarkdownIt, StateBlock } from "markdown-it";

import { codeBlock } from "../code/code-block.ts";
import { escapeAttribute } from "../html.ts";
import { renderTex } from "../math/render-tex.ts";
import { renderingOf } from "../rendering.ts";
import { indentOf, lineText } from "./line-text.ts";
import { type Body, parseBlocks } from "./parse-blocks.ts";

const opening = /^(`{3,}|~{3,}) *(?:\{?\.?([\w+\-./#]+) *([^ ~`][^~`]*?)?\}?)?\s*$/;

/** Blocks between fences: code, quotes, spoilers and formulas (docs/behaviour/markdown.md#blocks). */
export function fences(md: MarkdownIt): void {
  md.block.ruler.at("fence", parse, { alt: ["paragraph", "blockquote", "list"] });
  md.renderer.rules["fenced_html"] = (tokens, index) => tokens[index]?.content ?? "";
  md.renderer.rules["code_block"] = (...[tokens, index, , env]) =>
    codeBlock(tokens[index]?.content ?? "", "", renderingOf({ env }));
}

/** Parts of the line that opens a block. */
interface Fence {
  readonly mark: string;
  readonly language: string;
  readonly header: string;
}

function readFence(line: string): Fence | null {
  const match = opening.exec(line);
  return match && { mark: match[1] ?? "", language: match[2] ?? "", header: match[3] ?? "" };
}

function isContainer({ language }: Fence): boolean {
  return ["quote", "quoted", "spoiler"].includes(language.toLowerCase());
}

function parse(
  ...[state, startLine, endLine, silent]: [StateBlock, number, number, boolean]
): boolean {
  if (indentOf(state, startLine) >= 4) return false;
  const fence = readFence(lineText(state, startLine));
  if (!fence) return false;
  if (silent) return true;
  const body = {
    first: startLine + 1,
    end: findEnd(state, fence, { from: startLine + 1, endLine }),
  };
  pushBlock(state, fence, body);
  state.line = Math.min(body.end + 1, endLine);
  return true;
}

/**
 * Ends of blocks within others, found while the end of the outer one was looked for, so that nesting does not cost more
 * than its text.
 */
const known = new WeakMap<StateBlock, Map<string, number>>();

function endsIn(state: StateBlock): Map<string, number> {
  const ends = known.get(state) ?? new Map<string, number>();
  known.set(state, ends);
  return ends;
}

/**
 * Finds the line that closes the fence, or the end of the blocks around it when none does; blocks within quotes and
 * spoilers have fences of their own.
 */
function findEnd(
  state: StateBlock,
  fence: Fence,
  { from, endLine }: { from: number; endLine: number },
): number {
  const ends = endsIn(state);
  const key = (first: number) => `${first} ${state.blkIndent}`;
  const found = ends.get(key(from));
  if (found !== undefined) return Math.min(found, endLine);
  const open = [{ fence, first: from }];
  let line = from;
  for (; line < endLine && open.length > 0; line += 1) {
    if (!state.isEmpty(line) && indentOf(state, line) < 0) break;
    const innermost = open.at(-1);
    const text = lineText(state, line);
    if (innermost && text.trimEnd() === innermost.fence.mark) {
      ends.set(key(innermost.first), line);
      open.pop();
      continue;
    }
    const inner = innermost && isContainer(innermost.fence) ? readFence(text) : null;
    if (inner) open.push({ fence: inner, first: line + 1 });
  }
  for (const { first } of open) ends.set(key(first), line);
  return ends.get(key(from)) ?? endLine;
}

function pushBlock(state: StateBlock, fence: Fence, body: Body): void {
  const language = fence.language.toLowerCase();
  if (language === "quote" || language === "quoted") pushQuote(state, body);
  else if (language === "spoiler") pushSpoiler(state, fence.header, body);
  else if (language === "math") pushHtml(state, formulas(state, body));
  else pushHtml(state, codeBlock(codeOf(state, body), fence.language, renderingOf(state)));
}

function pushHtml(state: StateBlock, html: string): void {
  state.push("fenced_html", "", 0).content = html;
}

function codeOf(state: StateBlock, { first, end }: Body): string {
  return state.getLines(first, end, state.blkIndent, true);
}

function pushQuote(state: StateBlock, body: Body): void {
  state.push("blockquote_open", "blockquote", 1);
  parseBlocks(state, body);
  state.push("blockquote_close", "blockquote", -1);
}

function pushSpoiler(state: StateBlock, header: string, body: Body): void {
  pushHtml(state, '<div class="spoiler-block"><div class="spoiler-header">\n');
  if (header !== "") {
    state.push("paragraph_open", "p", 1);
    const inline = state.push("inline", "", 0);
    inline.content = header.trim();
    inline.children = [];
    state.push("paragraph_close", "p", -1);
  }
  pushHtml(state, '</div><div class="spoiler-content" aria-hidden="true">\n');
  parseBlocks(state, body);
  pushHtml(state, "</div></div>\n");
}

/** Blank lines separate formulas. */
function formulas(state: StateBlock, body: Body): string {
  const { plain } = renderingOf(state);
  const lines = codeOf(state, body).split("\n");
  const text = lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
  const html = text.split("\n\n").map((tex) => {
    const rendered = plain ? null : renderTex(tex, "block");
    return rendered ?? `<span class="tex-error">${escapeAttribute(tex)}</span>`;
  });
  return `<p>${html.join("\n\n")}</p>\n`;
}
