import fc from "fast-check";
import { test } from "vitest";

import { idsWithin, parseGaps } from "./gaps.ts";

test("bounds come in turns", ({ expect }) => {
  expect(parseGaps("1,5,7,8")).toEqual([
    { low: 1, high: 5 },
    { low: 7, high: 8 },
  ]);
});

test("searching and walking find the ids that lie within a gap", ({ expect }) => {
  const ascending = fc.uniqueArray(fc.nat(5000), { maxLength: 400 });
  fc.assert(
    fc.property(ascending, ascending, (someIds, someBounds) => {
      const ids = someIds.toSorted((a, b) => a - b);
      const bounds = someBounds.toSorted((a, b) => a - b);
      const gaps = bounds.flatMap((low, index) => {
        const high = bounds[index + 1];
        return index % 2 === 0 && high !== undefined ? [{ low, high }] : [];
      });
      const expected = ids.filter((id) => gaps.some(({ low, high }) => low <= id && id < high));
      expect(idsWithin(ids, gaps)).toEqual(expected);
    }),
  );
});
