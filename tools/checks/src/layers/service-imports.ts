import { posix } from "node:path";

import { readSources } from "../source-files.ts";
import { findImports } from "./imports.ts";

/** An import of one file by another of the same workspace; type imports count like any other. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** The files of a folder without its tests, and the imports between them; paths are relative to the checked root. */
export interface ImportGraph {
  readonly files: readonly string[];
  readonly arrows: readonly Arrow[];
}

/** Reads the imports between the TypeScript files below a folder, such as `services/users/src`. */
export function readImportGraph(root: string, folder: string): ImportGraph {
  const sources = readSources(root, `${folder}/**/*.ts`).filter(
    ({ path }) => !path.endsWith(".test.ts"),
  );
  const files = sources.map(({ path }) => path);
  const known = new Set(files);
  const arrows = sources.flatMap(({ path, text }) =>
    findImports(text)
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ specifier, line }) => ({
        from: path,
        to: posix.join(posix.dirname(path), specifier),
        line,
      }))
      .filter(({ to }) => known.has(to)),
  );
  return { files, arrows };
}
