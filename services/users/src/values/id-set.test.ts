import * as fc from "fast-check";
import { test } from "vitest";

import { IdSet } from "./id-set.ts";

const idList = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 60 });
const sorted = (ids: Iterable<number>) => [...new Set(ids)].toSorted((a, b) => a - b);
const nothing = () => IdSet.of([]);

test("a set of ids is the set that it was made, changed and stored as", ({ expect }) => {
  fc.assert(
    fc.property(idList, idList, idList, (given, added, deleted) => {
      const set = IdSet.of(given);
      for (const id of added) set.add(id);
      for (const id of deleted) set.delete(id);
      const gone = new Set(deleted);
      const expected = sorted([...given, ...added].filter((id) => !gone.has(id)));
      const read = IdSet.fromBuffer(set.toBuffer());
      expect(read.without(nothing())).toEqual(expected);
      expect(sorted([...expected, ...given, ...deleted]).filter((id) => read.has(id))).toEqual(
        expected,
      );
    }),
  );
});

test("a set of ids unites, intersects and differs as sets do", ({ expect }) => {
  fc.assert(
    fc.property(idList, idList, (left, right) => {
      const [a, b] = [IdSet.of(left), IdSet.of(right)];
      expect(a.without(b)).toEqual(sorted(left).filter((id) => !right.includes(id)));
      expect(a.common(b).without(nothing())).toEqual(
        sorted(left).filter((id) => right.includes(id)),
      );
      a.addAll(b);
      expect(a.without(nothing())).toEqual(sorted([...left, ...right]));
    }),
  );
});

test("a set of ids takes about a bit for each id", ({ expect }) => {
  const ids = Array.from({ length: 10_000 }, (_, index) => index + 1_000_000);
  expect(IdSet.of(ids).toBuffer().length).toBeLessThan(1300);
});
