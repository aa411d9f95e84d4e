import type { Problem } from "../problem.ts";
import { lineAt, readSources } from "../source-files.ts";
import { codeOnly } from "./code-only.ts";

const imported = /^import \* as (?<name>[\w$]+) from "@team-chat\//gm;

/**
 * Checks that of a library that is imported as a whole single exports are named. One that is used as an object is
 * bundled with all that it exports: of the contract, every start of a process would build every schema.
 */
export function checkWholeImports(root: string): Problem[] {
  return readSources(root, "{libs,services}/*/src/**/*.ts").flatMap(({ path, text }) => {
    const code = codeOnly(text);
    return [...text.matchAll(imported)].flatMap(({ groups: { name = "" } = {} }) =>
      [...code.matchAll(new RegExp(`(?<![\\w$.]|\\* as )${name}(?![\\w$.])`, "g"))].map(
        ({ index }) => ({
          file: path,
          line: lineAt(text, index),
          message: `${name} is used as an object, which every process would load whole: name one of its exports`,
        }),
      ),
    );
  });
}
