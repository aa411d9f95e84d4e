import * as fc from "fast-check";
import { test } from "vitest";

import { FairQueue } from "./fair-queue.ts";

const anybody = () => true;

test("organizations take turns, and within each its users", ({ expect }) => {
  const queue = new FairQueue<{ payer: { realmId: number; userId: number }; name: string }>();
  const push = (realmId: number, userId: number, name: string) => {
    queue.push({ payer: { realmId, userId }, name });
  };
  for (const name of ["a", "b", "c"]) push(1, 1, name);
  push(1, 2, "d");
  push(2, 1, "e");
  const taken = Array.from({ length: 6 }, () => queue.take(anybody)?.name);
  expect(taken).toEqual(["a", "e", "d", "b", "c", undefined]);
});

test("an organization has as many turns in a row as its weight says", ({ expect }) => {
  const queue = new FairQueue<{ payer: { realmId: number; userId: number; weight?: number } }>();
  for (let count = 0; count < 4; count += 1) {
    queue.push({ payer: { realmId: 1, userId: 1 } });
    queue.push({ payer: { realmId: 2, userId: 1, weight: 2 } });
  }
  const taken = Array.from({ length: 8 }, () => queue.take(anybody)?.payer.realmId);
  expect(taken).toEqual([1, 2, 2, 1, 2, 2, 1, 1]);
});

test("an organization that may have nothing is passed over", ({ expect }) => {
  const queue = new FairQueue();
  const first = { payer: { realmId: 1, userId: 1 } };
  const second = { payer: { realmId: 2, userId: 1 } };
  queue.push(first);
  queue.push(second);
  expect(queue.take((realmId) => realmId !== 1)).toBe(second);
  expect(queue.take((realmId) => realmId !== 1)).toBeUndefined();
  expect(queue.take(anybody)).toBe(first);
});

test("everything comes out once, what one user asked for in its order", ({ expect }) => {
  const id = fc.integer({ min: 1, max: 3 });
  fc.assert(
    fc.property(fc.array(fc.record({ realmId: id, userId: id })), (payers) => {
      const queue = new FairQueue<{ payer: (typeof payers)[number]; at: number }>();
      for (const [at, payer] of payers.entries()) queue.push({ payer, at });
      const taken = payers.flatMap(() => queue.take(anybody) ?? []);
      expect(queue.take(anybody)).toBeUndefined();
      expect(new Set(taken).size).toBe(payers.length);
      const ofOne = ({ realmId, userId }: (typeof payers)[number]) =>
        taken.filter(({ payer }) => payer.realmId === realmId && payer.userId === userId);
      for (const payer of payers) {
        const order = ofOne(payer).map(({ at }) => at);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }
    }),
  );
});
