import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Problem } from "../problem.ts";

/** A file whose content, or a part of it, is computed from other files. */
export interface GeneratedFile {
  readonly path: string;
  /** The whole content that the file should have. */
  readonly content: string;
}

/** A generated file, or what keeps it from being generated. */
export type Generated = GeneratedFile | Problem;

/** Reports a generated file that differs from what its sources say now. */
export function compareGenerated(root: string, { path, content }: GeneratedFile): Problem[] {
  const full = join(root, path);
  const current = existsSync(full) ? readFileSync(full, "utf8") : null;
  return current === content
    ? []
    : [
        {
          file: path,
          message: "is not what its sources say: run `npm run generate` and commit the result",
        },
      ];
}
