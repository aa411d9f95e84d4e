import { describe, test } from "vitest";

import { suspicionOf } from "./missing-people.ts";

describe("a directory that lacks people (docs/behaviour/single-sign-on.md#synchronisation)", () => {
  test("a directory that has lost a few people, or its only one, is believed", ({ expect }) => {
    for (const counts of [
      { people: 100, accounts: 100, missing: 0 },
      { people: 0, accounts: 0, missing: 0 },
      { people: 80, accounts: 100, missing: 20 },
      { people: 1, accounts: 4, missing: 3 },
      { people: 1, accounts: 1, missing: 1 },
    ])
      expect(suspicionOf(counts)).toBeNull();
  });

  test("a directory that has lost everybody, or many people at once, is not believed", ({
    expect,
  }) => {
    expect(suspicionOf({ people: 0, accounts: 1, missing: 1 })).toBe("The directory has nobody");
    for (const counts of [
      { people: 79, accounts: 100, missing: 21 },
      { people: 1, accounts: 2, missing: 2 },
      { people: 1, accounts: 5, missing: 4 },
    ])
      expect(suspicionOf(counts)).toMatch(/^The directory lacks \d+ of \d+ people whom it had$/);
  });
});
