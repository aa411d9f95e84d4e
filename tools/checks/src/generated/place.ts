import { readFileSync } from "node:fs";
import { join } from "node:path";

import { listPaths } from "../source-files.ts";
import type { Generated } from "./generated-file.ts";

/** Where generated text goes within a page that people write. */
export interface Place {
  /** The page, from the root. */
  readonly path: string;
  readonly name: string;
  /** What the text is made from, for whoever reads the page's source. */
  readonly source: string;
}

/** Computes the page with the text between the two marks of the place; a page without them is a problem. */
export function fillPlace(root: string, { name, path, source }: Place, text: string): Generated {
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

/** The lines of a Markdown table; cells must not contain line ends. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`)
    .join("\n");
}
