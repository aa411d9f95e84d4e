import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkGenerated, writeGenerated } from "../src/generated/check-generated.ts";
import { Planted } from "./planted.ts";

describe("the table of performance", () => {
  test("the page of speed fails when a recorded result is not in it", async () => {
    using planted = new Planted("performance");
    const problems = await checkGenerated(planted.root);
    expect(problems.map(({ file }) => file)).toContain("docs/performance.md");
  });

  test("the page of speed shows the last result of each case beside the one before", async () => {
    using planted = new Planted("performance");
    await writeGenerated(planted.root);
    const page = readFileSync(join(planted.root, "docs/performance.md"), "utf8");
    expect(page).toContain(
      "\n| `send`: 50 a second | 12,345.5 ms | 1.5 ms | 1.9 [1 … 2] | ratio ≤ 3, met | 5 | 2026-11-23 | bbbb222 | 2.5 (aaaa111) |\n",
    );
    expect(page).not.toContain("Old");
  });

  test("results without a target are not in the table", async () => {
    using planted = new Planted("performance");
    await writeGenerated(planted.root);
    const page = readFileSync(join(planted.root, "docs/performance.md"), "utf8");
    expect(page).toContain("`send`: 50 a second");
    expect(page).not.toContain("`send`: alone");
  });

  test("benches with many cases show only those that missed their target", async () => {
    using planted = new Planted("performance");
    await writeGenerated(planted.root);
    const page = readFileSync(join(planted.root, "docs/performance.md"), "utf8");
    expect(page.match(/operation \d/g)).toEqual(["operation 7"]);
    expect(page).toContain("≤ 5 ms, **missed**");
  });
});
