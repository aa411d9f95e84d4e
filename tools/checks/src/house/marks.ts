import type { Problem } from "../problem.ts";
import { lineAt, readSources } from "../source-files.ts";

const comment = /(?:\/\/|\/\*|^\s*\*|^\s*#|--)\s*(?<mark>TODO|FIXME|XXX|HACK)\b(?<rest>[^\n]*)/gm;

/** Comments use two marks only: `NOTE`, and `TODO(#n)` with the number of an issue. */
export function checkMarks(root: string): Problem[] {
  const files = readSources(root, [
    "{libs,services,tools,tests,bench,deploy,scripts,.ci}/**/*.{ts,mjs,sql,sh,yaml,yml}",
    ".ci/run",
    "*.{ts,mjs}",
  ]);
  return files.flatMap((file) =>
    [...file.text.matchAll(comment)]
      .filter(
        ({ groups }) => groups?.["mark"] !== "TODO" || !/^\(#\d+\)/.test(groups["rest"] ?? ""),
      )
      .map((match) => ({
        file: file.path,
        line: lineAt(file.text, match.index),
        message: `${match.groups?.["mark"] ?? ""} without an issue: do it now, or open an issue and write TODO(#n)`,
      })),
  );
}
