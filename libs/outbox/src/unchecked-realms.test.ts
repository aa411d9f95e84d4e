import { test } from "vitest";

import { UncheckedRealms } from "./unchecked-realms.ts";

test("the most urgent of unchecked organizations comes first, and each once", ({ expect }) => {
  const unchecked = new UncheckedRealms();
  unchecked.add({ realmId: 1, reason: "kept" });
  unchecked.add({ realmId: 2, reason: "kept" });
  unchecked.add({ realmId: 2, reason: "unpublished" });
  unchecked.add({ realmId: 3, reason: "unpublished" });
  unchecked.add({ realmId: 3, reason: "waiting" });
  const taken = [unchecked.take(), unchecked.take(), unchecked.take()];
  expect(taken.map((one) => one?.realmId)).toEqual([3, 2, 1]);
  expect(taken[0]?.reason).toBe("waiting");
  expect(unchecked.isEmpty).toBe(true);
});
