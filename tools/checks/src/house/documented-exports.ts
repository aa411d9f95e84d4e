import type { Problem } from "../problem.ts";
import { lineAt, readSources, type SourceFile } from "../source-files.ts";

const exported = /^export (?:async )?(?:function\*?|(?:abstract )?class) (?<name>\w+)/gm;

/** Checks that every exported function and class says in one JSDoc sentence what it does for its caller. */
export function checkDocumentedExports(root: string): Problem[] {
  const files = readSources(root, ["{libs,services,tools}/*/src/**/*.ts", "bench/src/**/*.ts"]);
  return files
    .filter((file) => !file.path.endsWith(".test.ts"))
    .flatMap((file) => undocumented(file));
}

function undocumented(file: SourceFile): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const match of file.text.matchAll(exported)) {
    const name = match.groups?.["name"] ?? "";
    // An overload or implementation signature shares the comment of the first one.
    if (!seen.has(name) && !/\*\/\s*$/.test(file.text.slice(0, match.index))) {
      problems.push({
        file: file.path,
        line: lineAt(file.text, match.index),
        message: `${name} is exported without a comment: add one sentence of JSDoc saying what types cannot`,
      });
    }
    seen.add(name);
  }
  return problems;
}
