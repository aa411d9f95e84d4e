import type { Problem } from "../problem.ts";
import { lineAt, readSources } from "../source-files.ts";

const skipped =
  /\b(?:it|test|describe|suite|bench)(?:\.\w+)*\.(?<how>skip|only|todo|skipIf|runIf|fails)\b|\b(?<old>xit|xdescribe|fit|fdescribe)\(|\bctx\.skip\(|\{\s*(?<option>skip|only|todo|retry)\s*:/g;

/** Checks that every test runs, every time: nothing is skipped, singled out, left for later or retried. */
export function checkSkippedTests(root: string): Problem[] {
  const files = readSources(root, ["{libs,services,tools,tests,bench}/**/*.test.ts"]);
  return files.flatMap((file) =>
    [...file.text.matchAll(skipped)].map((match) => ({
      file: file.path,
      line: lineAt(file.text, match.index),
      message: `"${match[0].trim()}" keeps a test from running like all others: repair or delete the test`,
    })),
  );
}
