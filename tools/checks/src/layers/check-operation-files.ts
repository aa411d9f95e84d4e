import { posix } from "node:path";

import type { Problem } from "../problem.ts";
import { listPaths, readSources } from "../source-files.ts";
import { findImports } from "./imports.ts";
import { readWorkspaces } from "./workspace.ts";

/** Checks that in `operations` each file holds the operation that it is named after, and that routes.ts binds it. */
export function checkOperationFiles(root: string): Problem[] {
  return readWorkspaces(root)
    .filter(({ kind }) => kind === "service")
    .flatMap(({ folder }) => {
      const bound = boundOperations(root, `${folder}/src`);
      return listPaths(root, `${folder}/src/operations/**/*.ts`)
        .filter(
          (path) => !path.endsWith(".test.ts") && bound.get(path)?.includes(camel(path)) !== true,
        )
        .map((file) => ({
          file,
          message: `is no operation: routes.ts does not bind ${camel(file)} from it; move it to workflows or below`,
        }));
    });
}

function boundOperations(root: string, src: string): ReadonlyMap<string, readonly string[]> {
  const lists = readSources(root, `${src}/{routes,internal-routes}.ts`);
  const imports = lists.flatMap(({ text }) => findImports(text));
  return new Map(imports.map(({ specifier, names }) => [posix.join(src, specifier), names]));
}

/** Returns the name in camelCase of a file in kebab-case. */
function camel(path: string): string {
  return posix
    .basename(path, ".ts")
    .replaceAll(/-(?<letter>.)/g, (_, letter: string) => letter.toUpperCase());
}
