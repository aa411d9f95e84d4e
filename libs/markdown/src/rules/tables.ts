import type { MarkdownIt, Token } from "markdown-it";

const alignment = /^text-align:(left|right|center)$/;

/**
 * Tables as clients parse them: the alignment in one certain spelling, and always a body
 * (docs/behaviour/markdown.md#blocks).
 */
export function tables(md: MarkdownIt): void {
  for (const cell of ["th", "td"])
    md.renderer.rules[`${cell}_open`] = (tokens, index) => {
      const [, align] = alignment.exec(String(tokens[index]?.attrGet("style") ?? "")) ?? [];
      return align === undefined ? `<${cell}>` : `<${cell} style="text-align: ${align};">`;
    };
  md.renderer.rules["table_close"] = (tokens, index) =>
    tokens[index - 1]?.type === "thead_close"
      ? `${emptyBody(tokens, index)}</table>\n`
      : "</table>\n";
}

function emptyBody(tokens: readonly Token[], end: number): string {
  const start = tokens.findLastIndex(({ type }, index) => index < end && type === "thead_open");
  const cells = tokens.slice(start, end).filter(({ type }) => type === "th_open");
  return `<tbody>\n<tr>\n${cells.map(() => "<td></td>\n").join("")}</tr>\n</tbody>\n`;
}
