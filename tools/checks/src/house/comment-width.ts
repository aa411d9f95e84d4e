import type { Problem } from "../problem.ts";
import { readSources } from "../source-files.ts";

const maxColumns = 120;
// A suppression has to stand in one line with its reason.
const directive = /oxlint-disable|@ts-/;

/** Checks that comments are not wider than a reader's window; the formatter leaves them as they are. */
export function checkCommentWidth(root: string): Problem[] {
  const files = readSources(root, ["{libs,services,tools,tests,bench}/**/*.{ts,mjs}", "*.ts"]);
  return files.flatMap(({ path, text }) => {
    let isInBlock = false;
    return text.split("\n").flatMap((line, index) => {
      const begins = /^\s*\/\*/.test(line);
      const isComment = isInBlock || begins || /^\s*\/\//.test(line);
      isInBlock = (isInBlock || begins) && !line.includes("*/");
      if (line.length <= maxColumns || !isComment || directive.test(line)) return [];
      const message = `is ${line.length} columns wide: wrap the comment at ${maxColumns}`;
      return [{ file: path, line: index + 1, message }];
    });
  });
}
