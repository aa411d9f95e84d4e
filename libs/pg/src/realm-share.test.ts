import { setImmediate } from "node:timers/promises";

import { GaveUp, runFor, runShared, type Work } from "@team-chat/work";
import fc from "fast-check";
import { test } from "vitest";

import { RealmShare } from "./realm-share.ts";

function workOf(realmId: number, signal?: AbortSignal): Work {
  return {
    operation: "test",
    realmId,
    signal: signal && (() => signal),
    onGaveUp: () => undefined,
  };
}

test("no organization uses more than its share, each is served in order, and no place is lost", async ({
  expect,
}) => {
  const uses = fc.array(
    fc.record({
      realmId: fc.integer({ min: 1, max: 3 }),
      turns: fc.integer({ min: 0, max: 4 }),
      fails: fc.boolean(),
      givesUpAfter: fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }),
    }),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(uses, fc.integer({ min: 1, max: 3 }), async (given, perRealm) => {
      const share = new RealmShare({ perRealm, waitMs: 60_000 });
      const running = new Map<number, number>();
      const begun = new Map<number, number[]>();
      const results = given.map(async ({ fails, givesUpAfter, realmId, turns }, index) => {
        const controller = new AbortController();
        const use = async () => {
          running.set(realmId, (running.get(realmId) ?? 0) + 1);
          expect(running.get(realmId)).toBeLessThanOrEqual(perRealm);
          begun.set(realmId, [...(begun.get(realmId) ?? []), index]);
          for (let turn = 0; turn < turns; turn += 1) await setImmediate();
          running.set(realmId, (running.get(realmId) ?? 0) - 1);
          if (fails) throw new Error("failed");
        };
        const used = runFor(workOf(realmId, controller.signal), () => share.run(use));
        const settled = used.catch((error: unknown) => {
          if (!(error instanceof GaveUp)) expect(error).toMatchObject({ message: "failed" });
        });
        for (let turn = 0; turn < (givesUpAfter ?? 0); turn += 1) await setImmediate();
        if (givesUpAfter !== null) controller.abort();
        await settled;
      });
      await Promise.all(results);
      for (const order of begun.values()) expect(order).toEqual(order.toSorted((a, b) => a - b));
      // All of it is free again.
      for (const realmId of [1, 2, 3]) {
        let together = 0;
        const all = Promise.withResolvers<undefined>();
        const use = () => {
          together += 1;
          if (together === perRealm) all.resolve(undefined);
          return all.promise;
        };
        await Promise.all(
          Array.from({ length: perRealm }, () => runFor(workOf(realmId), () => share.run(use))),
        );
      }
    }),
    { numRuns: 100 },
  );
});

test("others find room however many of one organization wait, and so does what is shared", async ({
  expect,
}) => {
  const share = new RealmShare({ perRealm: 1, waitMs: 60_000 });
  const { promise: end, resolve } = Promise.withResolvers<string>();
  const held = Array.from({ length: 20 }, () => runFor(workOf(1), () => share.run(() => end)));
  expect(await runFor(workOf(2), () => share.run(() => Promise.resolve("other")))).toBe("other");
  const shared = () => runShared(() => share.run(() => Promise.resolve("shared")));
  expect(await runFor(workOf(1), shared)).toBe("shared");
  resolve("end");
  expect(new Set(await Promise.all(held))).toEqual(new Set(["end"]));
});

test("whoever would wait too long, or among too many, is refused and uses nothing", async ({
  expect,
}) => {
  const share = new RealmShare({ perRealm: 1, waitMs: 20 });
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  const held = runFor(workOf(1), () => share.run(() => end));
  let used = 0;
  const ask = () => runFor(workOf(1), () => share.run(() => Promise.resolve((used += 1))));
  const waiting = Array.from({ length: 1000 }, ask);
  const settled = Promise.allSettled(waiting);
  await expect(ask()).rejects.toMatchObject({ reason: "busy", status: 503 });
  expect((await settled).every(({ status }) => status === "rejected")).toBe(true);
  resolve(undefined);
  await held;
  expect(used).toBe(0);
  expect(await ask()).toBe(1);
});
