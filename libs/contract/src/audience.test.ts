import * as fc from "fast-check";
import { test } from "vitest";

import { audienceTest, encodeAudience } from "./audience.ts";

test("an encoded audience contains exactly the users it was made of", ({ expect }) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 600 }), (ids) => {
      const contains = audienceTest(encodeAudience(ids));
      const wanted = new Set(ids);
      for (let id = 0; id <= 5100; id += 1) if (contains(id) !== wanted.has(id)) return false;
      return true;
    }),
    { numRuns: 50 },
  );
  expect(encodeAudience([3, 1, 3])).toEqual({ to: "users", ids: [1, 3] });
});

test("a large dense audience takes about a bit for each user", ({ expect }) => {
  const ids = Array.from({ length: 10_000 }, (_, index) => index + 1000);
  expect(JSON.stringify(encodeAudience(ids)).length).toBeLessThan(2000);
});
