import fc from "fast-check";
import { describe, test } from "vitest";

import { findOldest, type Gap, IdList, IdStretch, idsWithin, parseGaps } from "./id-list.ts";

/** Of few and of many digits, ascending. */
const someIds = fc
  .uniqueArray(fc.oneof(fc.nat(120), fc.nat(20_000), fc.nat(Number.MAX_SAFE_INTEGER)), {
    maxLength: 60,
  })
  .map((ids) => ids.toSorted((a, b) => a - b));

/** Apart from each other, ascending. */
const someGaps = someIds.map((bounds) =>
  bounds.flatMap((low, index): Gap[] => {
    const high = bounds[index + 1];
    return index % 2 === 0 && high !== undefined ? [{ low, high }] : [];
  }),
);

describe("a list of ids", () => {
  test("a list of ids finds what lies within gaps, and writes it as JSON, also after it has grown", ({
    expect,
  }) => {
    fc.assert(
      fc.property(someIds, someGaps, fc.nat(60), (ids, gaps, count) => {
        const isWithin = (id: number) => gaps.some(({ low, high }) => low <= id && id < high);
        const list = new IdList(ids.slice(0, count));
        const before = list.within(gaps);
        expect(before.json).toBe(JSON.stringify(ids.slice(0, count).filter(isWithin)));
        list.push(ids.slice(count));
        const expected = ids.filter(isWithin);
        expect(list.within(gaps).json).toBe(JSON.stringify(expected));
        expect(list.within(gaps).toArray()).toEqual(expected);
        expect(before.json).toBe(JSON.stringify(ids.slice(0, count).filter(isWithin)));
      }),
    );
  });

  test("a list of ids has stretches of what is not below an id", ({ expect }) => {
    fc.assert(
      fc.property(someIds, fc.nat(20_000), fc.nat(20_000), (ids, first, second) => {
        const stretch = IdStretch.of(ids).since(first).since(second);
        const expected = ids.filter((id) => id >= first && id >= second);
        expect(stretch.toArray()).toEqual(expected);
        expect(stretch.json).toBe(JSON.stringify(expected));
        for (const id of [first, second, ...ids])
          expect(stretch.has(id)).toBe(expected.includes(id));
      }),
    );
  });
});

test("the oldest of the newest so many ids of several lists is found", ({ expect }) => {
  const several = fc.array(fc.nat(4), { maxLength: 60 });
  fc.assert(
    fc.property(someIds, several, fc.nat(70), (ids, turns, max) => {
      const lists = [0, 1, 2, 3, 4].map((turn) =>
        IdStretch.of(ids.filter((_, index) => (turns[index] ?? 0) === turn)),
      );
      const oldest = findOldest(lists, max);
      const kept = lists.flatMap((list) => list.since(oldest).toArray()).toSorted((a, b) => a - b);
      expect(kept).toEqual(ids.slice(Math.max(0, ids.length - max)));
      if (ids.length <= max) expect(oldest).toBe(0);
    }),
  );
});

test("bounds come in turns", ({ expect }) => {
  expect(parseGaps("1,5,7,8")).toEqual([
    { low: 1, high: 5 },
    { low: 7, high: 8 },
  ]);
});

test("searching and walking find the ids that lie within a gap", ({ expect }) => {
  const ascending = fc.uniqueArray(fc.nat(5000), { maxLength: 400 });
  fc.assert(
    fc.property(ascending, ascending, (unsorted, someBounds) => {
      const ids = unsorted.toSorted((a, b) => a - b);
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
