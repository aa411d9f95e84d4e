import { describe, test } from "vitest";

import { rangeOf } from "./byte-range.ts";

describe("of ten bytes (RFC 9110, section 14.1)", () => {
  test.for([
    ["bytes=0-3", { first: 0, last: 3 }],
    ["bytes=4-", { first: 4, last: 9 }],
    ["bytes=4-99", { first: 4, last: 9 }],
    ["bytes=-3", { first: 7, last: 9 }],
    ["bytes=-99", { first: 0, last: 9 }],
    ["bytes=9-9", { first: 9, last: 9 }],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=10-12", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=3-2", null],
    ["bytes=-", null],
    ["bytes=0-1,4-5", null],
    ["bytes=a-b", null],
    ["lines=0-3", null],
    ["", null],
    [undefined, null],
  ] as const)("%s is %j", ([header, range], { expect }) => {
    expect(rangeOf(header, 10)).toEqual(range);
  });

  test("a file of no bytes has no part", ({ expect }) => {
    expect(rangeOf("bytes=0-", 0)).toBe("unsatisfiable");
    expect(rangeOf("bytes=-5", 0)).toBe("unsatisfiable");
  });
});
