import type { Problem } from "../problem.ts";
import { lineAt, readTypeScript } from "../source-files.ts";

const directive = /(?:\/\/|\/\*)\s*(?:oxlint|eslint)-disable[^\n]*/g;

/** Checks that every lint suppression says, after ` -- `, why the rule is wrong at that place. */
export function checkSuppressions(root: string): Problem[] {
  return readTypeScript(root).flatMap((file) =>
    [...file.text.matchAll(directive)]
      .filter((match) => !/\s--\s+\S+\s+\S+/.test(match[0]))
      .map((match) => ({
        file: file.path,
        line: lineAt(file.text, match.index),
        message:
          "this suppression gives no reason: add ` -- why the rule is wrong here`, or repair the code",
      })),
  );
}
