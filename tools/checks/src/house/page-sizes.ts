import type { Problem } from "../problem.ts";
import { readSources, type SourceFile } from "../source-files.ts";

const pages = ["*.md", "docs/**/*.md", "{libs,services,tools,deploy,bench}/**/*.md"];
const maxLines = 300;
const maxColumns = 160;

/**
 * Checks that a page can be read in one go, and its source beside code: at most 300 lines, of at most 160 columns
 * outside of tables and code. Pages of docs/behaviour may be longer: nobody reads them from the top, as each section is
 * named by the tests that show it. Tables are not counted: one looks something up in them, and most are generated.
 */
export function checkPageSizes(root: string): Problem[] {
  return readSources(root, pages).flatMap((page) => [
    ...(isReference(page) ? [] : tooLong(page)),
    ...tooWide(page),
  ]);
}

function isReference({ path }: SourceFile): boolean {
  return path.startsWith("docs/behaviour/");
}

function tooLong({ path, text }: SourceFile): Problem[] {
  const count = text
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("|")).length;
  const message = `has ${count} lines: at most ${maxLines}; divide it by subject`;
  return count > maxLines ? [{ file: path, message }] : [];
}

function tooWide({ path, text }: SourceFile): Problem[] {
  const problems: Problem[] = [];
  let isCode = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.startsWith("```")) isCode = !isCode;
    const isTable = line.startsWith("|");
    if (!isCode && !isTable && line.length > maxColumns)
      problems.push({
        file: path,
        line: index + 1,
        message: `has ${line.length} columns: break the line, at most ${maxColumns}`,
      });
  }
  return problems;
}
