import { expect, test } from "vitest";

import { markProcessor, Spent } from "./spent.ts";

test("each piece of work is counted as its own, also where it takes less than a tick of the system", () => {
  const pieces = Array.from({ length: 50 }, () => new Spent());
  markProcessor(undefined);
  for (const piece of pieces) {
    const end = performance.now() + 0.05;
    while (performance.now() < end);
    markProcessor(piece);
  }
  expect(pieces.filter(({ processorUs }) => processorUs === 0)).toEqual([]);
});
