import type { MarkdownIt, StateBlock, Token } from "markdown-it";

import { indentOf, lineText } from "./line-text.ts";

const bullet = /^[*+-][ \t]+(?=\S)/;
const number = /^(\d{1,9})\.[ \t]+(?=\S)/;
/** Only these follow a line of text directly; longer numbers are more often years and versions. */
const hanging = /^(?:[*+-]|\d\.)[ \t]+\S/;
/** Indentation of an item's content, whatever the item's mark. */
const indentation = 2;

interface Mark {
  readonly length: number;
  /** Null for bullets. */
  readonly start: number | null;
}

/**
 * Lists with two spaces for each level; bullets of all kinds go together, and a list may follow a line of text
 * (docs/behaviour/markdown.md#blocks).
 */
export function lists(md: MarkdownIt): void {
  md.block.ruler.at("list", parse, { alt: ["paragraph", "blockquote"] });
  for (const tag of ["ul", "ol"])
    md.renderer.rules[`${tag}_open`] = (tokens, index) => {
      const start = tokens[index]?.attrGet("start") ?? null;
      return start === null ? `<${tag}>\n` : `<${tag} start="${start}">\n`;
    };
}

function readMark(text: string): Mark | null {
  const point = bullet.exec(text);
  if (point) return { length: point[0].length, start: null };
  const counted = number.exec(text);
  return counted && { length: counted[0].length, start: Number(counted[1]) };
}

function parse(
  ...[state, startLine, endLine, silent]: [StateBlock, number, number, boolean]
): boolean {
  if (indentOf(state, startLine) >= 4) return false;
  const text = lineText(state, startLine);
  const mark = readMark(text);
  if (!mark) return false;
  // Less indented than the text before, it is the next item of a list around that text.
  if (silent) return indentOf(state, startLine) < 0 || hanging.test(text);
  const tag = mark.start === null ? "ul" : "ol";
  const first = state.tokens.length;
  const open = state.push(`${tag}_open`, tag, 1);
  if (mark.start !== null && mark.start !== 1) open.attrSet("start", String(mark.start));
  const loose = pushItems(state, { line: startLine, endLine, ordered: tag === "ol" });
  state.push(`${tag}_close`, tag, -1);
  if (!loose) hideParagraphs(state.tokens.slice(first), state.level + 2);
  return true;
}

interface ListStart {
  readonly line: number;
  readonly endLine: number;
  readonly ordered: boolean;
}

/** Pushes all items of one list; whether blank lines are between them or within them. */
function pushItems(state: StateBlock, { line, endLine, ordered }: ListStart): boolean {
  const { parentType } = state;
  state.parentType = "list";
  let loose = false;
  let gap = false;
  let mark = readMark(lineText(state, line));
  for (let next = line; mark; next = state.line) {
    const tight = pushItem(state, mark, { line: next, endLine });
    if (!tight || gap) loose = true;
    gap = state.line - next > 1 && state.isEmpty(state.line - 1);
    mark = nextMark(state, { line: state.line, endLine, ordered });
  }
  state.parentType = parentType;
  return loose;
}

function nextMark(state: StateBlock, { line, endLine, ordered }: ListStart): Mark | null {
  if (line >= endLine || indentOf(state, line) < 0 || indentOf(state, line) >= 4) return null;
  const others = state.md.block.ruler.getRules("list");
  if (others.some((rule) => rule(state, line, endLine, true))) return null;
  const found = readMark(lineText(state, line));
  return found && (found.start !== null) === ordered ? found : null;
}

/** Pushes one item; whether no blank lines are between its blocks. */
function pushItem(
  state: StateBlock,
  { length }: Mark,
  { line, endLine }: { line: number; endLine: number },
): boolean {
  const { blkIndent, tight: tightBefore } = state;
  const before = lineState(state, line);
  state.push("list_item_open", "li", 1);
  state.blkIndent = before.sCount + indentation;
  // As if the line began after the mark, which is longer than the indentation where it has digits.
  state.bMarks[line] = before.bMark + before.tShift + length;
  state.tShift[line] = 0;
  state.sCount[line] = state.blkIndent;
  state.tight = true;
  state.md.block.tokenize(state, line, endLine);
  const { tight } = state;
  state.blkIndent = blkIndent;
  state.bMarks[line] = before.bMark;
  state.tShift[line] = before.tShift;
  state.sCount[line] = before.sCount;
  state.tight = tightBefore;
  state.push("list_item_close", "li", -1);
  return tight;
}

function lineState(state: StateBlock, line: number) {
  const { bMarks, tShift, sCount } = state;
  return { bMark: bMarks[line] ?? 0, tShift: tShift[line] ?? 0, sCount: sCount[line] ?? 0 };
}

function hideParagraphs(tokens: readonly Token[], level: number): void {
  for (const token of tokens)
    if (
      token.level === level &&
      (token.type === "paragraph_open" || token.type === "paragraph_close")
    )
      token.hidden = true;
}
