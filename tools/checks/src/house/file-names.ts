import { posix } from "node:path";

import type { Problem } from "../problem.ts";
import { listPaths } from "../source-files.ts";

const saysNothing = /^(?:utils?|helpers?|common|misc|shared|stuff|.*-?manager|.*handler\d)$/;
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Checks that a file is named after the main thing that it exports, in kebab-case. */
export function checkFileNames(root: string): Problem[] {
  const paths = listPaths(root, ["{libs,services,tools,tests,bench}/**/*.ts"]);
  return paths.flatMap((file) => {
    const name = posix.basename(file).replace(/(?:\.test|\.bench|\.config|\.d)?\.ts$/, "");
    if (saysNothing.test(name)) {
      return [
        { file, message: `"${name}" says nothing: name the file after the main thing it exports` },
      ];
    }
    return kebab.test(name)
      ? []
      : [{ file, message: `"${name}" is not kebab-case: rename the file` }];
  });
}
