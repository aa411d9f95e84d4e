import { escapeCode, openTag } from "../html.ts";
import type { Rendering } from "../rendering.ts";
import { highlight } from "./highlight.ts";
import { findLanguage } from "./languages.ts";

/**
 * Renders a block of code in the shape that clients know (docs/behaviour/markdown.md#code); without a language the
 * organization's default holds.
 */
export function codeBlock(content: string, written: string, { context, plain }: Rendering): string {
  const word = written === "" ? (context.defaultCodeLanguage ?? "") : written.toLowerCase();
  const language = word === "" ? null : findLanguage(word);
  const lines = content.split("\n").map((line) => line.trimEnd());
  const text = lines.join("\n").replaceAll(/^\n+|\n+$/g, "");
  const grammar = plain ? null : (language?.grammar ?? null);
  const html = (grammar === null ? null : highlight(text, grammar)) ?? escapeCode(text);
  const name = word === "" ? null : (language?.name ?? word);
  const tag = openTag("div", { class: "codehilite", "data-code-language": name });
  return `${tag}<pre><span></span><code>${html}\n</code></pre></div>\n`;
}
