import { setImmediate } from "node:timers/promises";

import fc from "fast-check";
import { test } from "vitest";

import { KeyedBatchLoader } from "./batch-loader.ts";

test("nobody is given what was read before they came, and each reading knows of whom it is for", async ({
  expect,
}) => {
  const turns = fc.array(
    fc.record({ key: fc.integer({ min: 0, max: 2 }), wait: fc.integer({ min: 0, max: 3 }) }),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(turns, fc.integer({ min: 1, max: 4 }), async (comers, maxBatch) => {
      let clock = 0;
      const running = new Set<number>();
      const loader = new KeyedBatchLoader<
        number,
        number,
        { beganAt: number; asks: readonly number[] }
      >(
        async (key, asks) => {
          expect(running.has(key)).toBe(false);
          running.add(key);
          expect(asks.length).toBeLessThanOrEqual(maxBatch);
          const beganAt = (clock += 1);
          await setImmediate();
          await setImmediate();
          running.delete(key);
          return { beganAt, asks };
        },
        { maxBatch, gathersTurn: true },
      );
      const answers: Promise<void>[] = [];
      for (const [index, { key, wait }] of comers.entries()) {
        for (let turn = 0; turn < wait; turn += 1) await setImmediate();
        const cameAt = clock;
        const check = ({ beganAt, asks }: { beganAt: number; asks: readonly number[] }) => {
          expect(beganAt).toBeGreaterThan(cameAt);
          expect(asks).toContain(index);
        };
        answers.push(loader.load(key, index).then(check));
      }
      await Promise.all(answers);
    }),
    { numRuns: 50 },
  );
});

test("callers who come in one turn share a reading, and a failure is of that reading only", async ({
  expect,
}) => {
  const seen: (readonly string[])[] = [];
  const loader = new KeyedBatchLoader<number, string, number>(
    async (_key, asks) => {
      seen.push(asks);
      if (asks.includes("bad")) throw new Error("unreadable");
      return seen.length;
    },
    { maxBatch: 100, gathersTurn: true },
  );
  const together = await Promise.allSettled([loader.load(1, "bad"), loader.load(1, "same turn")]);
  expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(Promise.all([loader.load(1, "a"), loader.load(1, "b")])).resolves.toEqual([2, 2]);
  expect(seen).toEqual([
    ["bad", "same turn"],
    ["a", "b"],
  ]);
});
