import { readFileSync } from "node:fs";

import { expect } from "vitest";

const source = readFileSync(expect.getState().testPath ?? "", "utf8");

// Properties are tried with the same examples in every run; loaded only by tests that have some.
if (source.includes('from "fast-check"')) {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({ seed: 1 });
}
