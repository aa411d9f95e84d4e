import { readFileSync } from "node:fs";
import { join } from "node:path";

import { listPaths } from "../source-files.ts";
import type { Generated } from "./generated-file.ts";

/** Part of a page that people write in which generated text goes. */
export interface GeneratedPart {
  /** The page, from the root. */
  readonly path: string;
  readonly name: string;
  /** Origin of the text, for whoever reads the page's source. */
  readonly source: string;
}

/** Computes the page with the text between the two marks of the part; a page without them is a problem. */
export function fillPart(
  root: string,
  { name, path, source }: GeneratedPart,
  text: string,
): Generated {
  const begin = `<!-- ${name}: generated from ${source} -->`;
  const end = `<!-- /${name} -->`;
  const page = listPaths(root, path).length === 0 ? "" : readFileSync(join(root, path), "utf8");
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) {
    return { file: path, message: `needs the lines ${begin} and ${end} where ${name} goes` };
  }
  const content = `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`;
  return { path, content };
}

/** Writes the lines of a Markdown table; cells must not contain line ends. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`)
    .join("\n");
}
