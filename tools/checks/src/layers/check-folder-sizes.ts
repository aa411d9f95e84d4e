import { posix } from "node:path";

import type { Problem } from "../problem.ts";
import { listPaths } from "../source-files.ts";
import { maxFolderFiles } from "./folder-order.ts";

/**
 * Checks that no folder holds more TypeScript files than one can take in at a glance; larger ones are divided by noun.
 */
export function checkFolderSizes(root: string): Problem[] {
  const paths = listPaths(root, "{libs,services,tools,tests,bench}/**/*.ts");
  return [...Map.groupBy(paths, (path) => posix.dirname(path))]
    .filter(([, { length }]) => length > maxFolderFiles)
    .map(([folder, { length }]) => ({
      file: folder,
      message: `holds ${length} TypeScript files, more than ${maxFolderFiles}: divide it by noun`,
    }));
}
