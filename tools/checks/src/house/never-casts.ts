import type { Problem } from "../problem.ts";
import { lineAt, readTypeScript } from "../source-files.ts";
import { codeOnly } from "./code-only.ts";

/** Checks that nothing is cast to `never`, which passes for every type and hides from the compiler what it is. */
export function checkNeverCasts(root: string): Problem[] {
  return readTypeScript(root).flatMap(({ path, text }) =>
    [...codeOnly(text).matchAll(/\bas never\b/g)].map((match) => ({
      file: path,
      line: lineAt(text, match.index),
      message:
        '"as never" hides a type: declare the one that is meant; to send wrong parameters, withAnyParams of testkit',
    })),
  );
}
