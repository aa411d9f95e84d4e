import { describe, test } from "vitest";

import { rankOrigins } from "./rendezvous.ts";

const origins = ["http://10.0.0.1:9101", "http://10.0.0.2:9101", "http://10.0.0.3:9101"];
const realms = Array.from({ length: 3000 }, (_, index) => index + 1);

function firstOf(among: readonly string[]) {
  return realms.map((realm) => rankOrigins(among, realm)[0]);
}

describe("the order of origins", () => {
  test("is the same whatever order they are listed in", ({ expect }) => {
    expect(firstOf(origins.toReversed())).toEqual(firstOf(origins));
  });

  test("gives every origin about as many realms", ({ expect }) => {
    const firsts = firstOf(origins);
    for (const origin of origins) {
      const share = firsts.filter((first) => first === origin).length / realms.length;
      expect(share).toBeGreaterThan(0.28);
      expect(share).toBeLessThan(0.39);
    }
  });

  test("moves only the realms of an origin that goes, each to its second", ({ expect }) => {
    const [gone, ...rest] = origins;
    const after = firstOf(rest);
    for (const [index, realm] of realms.entries()) {
      const [first, second] = rankOrigins(origins, realm);
      expect(after[index]).toBe(first === gone ? second : first);
    }
  });
});
