import fc from "fast-check";
import { describe, test } from "vitest";

import { firstOfRaise, layoutOf, parseLayout, partitionOf } from "./layout.ts";

/** Layouts as they come about: by a number, and one more part with each raise. */
const layouts = fc
  .record({
    streams: fc.uniqueArray(fc.integer({ min: 1, max: 1024 }), { minLength: 1, maxLength: 5 }),
    ids: fc.uniqueArray(fc.integer({ min: 1, max: 2_000_000_000 }), { minLength: 4, maxLength: 4 }),
  })
  .map(({ ids, streams }) => {
    const firsts = ids.toSorted((one, other) => one - other);
    const [start = 1, ...raised] = streams.toSorted((one, other) => one - other);
    return [String(start), ...raised.map((count, index) => `${firsts[index]}:${count}`)];
  });

describe("a layout of event streams (docs/hosting.md#partitions)", () => {
  test("a plain number spreads all organizations over as many streams", ({ expect }) => {
    const layout = layoutOf("16");
    expect(layout.streams).toBe(16);
    expect([0, 1, 16, 4999, 1_000_000_001].map((id) => partitionOf(id, layout))).toEqual([
      0,
      1,
      0,
      4999 % 16,
      1_000_000_001 % 16,
    ]);
  });

  test("a raised layout spreads organizations from the first id on, and leaves all others", ({
    expect,
  }) => {
    const layout = layoutOf("1,5000:16,9000:64");
    expect(layout.streams).toBe(64);
    expect([1, 4999, 5000, 5001, 8999, 9000, 9050].map((id) => partitionOf(id, layout))).toEqual([
      0,
      0,
      5000 % 16,
      5001 % 16,
      8999 % 16,
      9000 % 64,
      9050 % 64,
    ]);
  });

  test("a raise never moves an organization whose id is below the first one", ({ expect }) => {
    fc.assert(
      fc.property(layouts, fc.nat(2_000_000_000), (parts, id) => {
        for (let count = 1; count < parts.length; count += 1) {
          const before = layoutOf(parts.slice(0, count).join());
          const raised = layoutOf(parts.slice(0, count + 1).join());
          const first = firstOfRaise(raised, before.text);
          expect(first).toBe(Number(parts[count]?.split(":")[0]));
          const stays = partitionOf(id, raised) === partitionOf(id, before);
          expect(id >= (first ?? 0) || stays).toBe(true);
          expect(partitionOf(id, raised)).toBeLessThan(raised.streams);
        }
      }),
    );
  });

  test.for([
    "",
    "0",
    "-1",
    "1.5",
    "01",
    "1025",
    "sixteen",
    "1,",
    "1,5000",
    "1,:16",
    "1,0:16",
    "1, 5000:16",
    "5000:16",
    "16,5000:16",
    "16,5000:8",
    "1,5000:16,5000:32",
    "1,5000:16,4000:32",
    "1,5000:1025",
    "1,2000000001:16",
  ])("what is no layout is not read as one: '%s'", (text, { expect }) => {
    expect(parseLayout(text)).toBeNull();
  });

  test("a layout is a raise of another one if it has one more part", ({ expect }) => {
    const of = (text: string, before: string) => firstOfRaise(layoutOf(text), before);
    expect(of("1,5000:16", "1")).toBe(5000);
    expect(of("1,5000:16,9000:32", "1,5000:16")).toBe(9000);
    for (const [text, before] of [
      ["1", "1"],
      ["16", "1"],
      ["1,5000:16", "2"],
      ["1,5000:16", "1,5000:16"],
      ["1,5000:16,9000:32", "1"],
      ["1,5000:16,9000:32", "1,4000:16"],
    ] as const)
      expect(of(text, before)).toBeNull();
  });

  test("a process refuses organizations above the first id of a layout that it does not know", ({
    expect,
  }) => {
    const layout = layoutOf("1");
    layout.noted.first = 5000;
    expect(partitionOf(4999, layout)).toBe(0);
    expect(() => partitionOf(5000, layout)).toThrow(
      "This process does not know where events of organizations from the id 5000 on are, because its PARTITIONS is 1.",
    );
  });
});
