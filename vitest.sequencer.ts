import path from "node:path";

import { BaseSequencer, type TestSpecification } from "vitest/node";

const longest = path.join(import.meta.dirname, "tests/");

/** Begins with tests of the whole product, which take longest, so that no process has one left when others are done. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own order, by a method that happens to be called so
    const ordered = await super.sort(files);
    const groups = Object.groupBy(ordered, ({ moduleId }) =>
      moduleId.startsWith(longest) ? "first" : "later",
    );
    return [...(groups.first ?? []), ...(groups.later ?? [])];
  }
}
