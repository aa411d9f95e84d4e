import path from "node:path";

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files and folders with the longest tests, the longest first; all others come after them. */
const longest = ["tests/system/tutorial.test.ts", "tests/system/own-writes/", "tests/"].map((one) =>
  path.join(import.meta.dirname, one),
);

/** Begins with what takes longest, so that no process has such a file left when the other is done. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own order, by a method that happens to be called so
    const ordered = await super.sort(files);
    return ordered.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((start) => moduleId.startsWith(start));
  return found === -1 ? longest.length : found;
}
