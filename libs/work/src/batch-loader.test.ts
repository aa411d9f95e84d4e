import { setImmediate } from "node:timers/promises";

import { onTestFinished, test, vi } from "vitest";

import { BatchLoader } from "./batch-loader.ts";

function controlled() {
  const asked: PromiseWithResolvers<number>[] = [];
  const loader = new BatchLoader<void, number>(() => {
    const question = Promise.withResolvers<number>();
    asked.push(question);
    return question.promise;
  });
  return { asked, loader };
}

test("callers who come while a question is under way get the answer to the next one", async ({
  expect,
}) => {
  const { asked, loader } = controlled();
  const first = loader.load();
  const second = loader.load();
  const third = loader.load();
  expect(asked).toHaveLength(1);
  asked[0]?.resolve(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(asked).toHaveLength(2);
  asked[1]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

test("a failed question fails only those who asked it", async ({ expect }) => {
  const { asked, loader } = controlled();
  const first = loader.load();
  const second = loader.load();
  asked[0]?.reject(new Error("owner is down"));
  await expect(first).rejects.toThrow("owner is down");
  asked[1]?.resolve(2);
  expect(await second).toBe(2);
});

test("the patient share one question, that of whoever asks first, and none that was asked before they came", async ({
  expect,
}) => {
  const { asked, loader } = controlled();
  const first = loader.loadWithin(60_000);
  expect(asked).toHaveLength(1);
  const patient = [loader.loadWithin(60_000), loader.loadWithin(60_000)];
  asked[0]?.resolve(1);
  expect(await first).toBe(1);
  expect(asked).toHaveLength(1);
  const hurried = loader.load();
  asked[1]?.resolve(2);
  expect(await Promise.all([...patient, hurried])).toEqual([2, 2, 2]);
});

test("the patient ask themselves when nobody else does", async ({ expect }) => {
  const { asked, loader } = controlled();
  const first = loader.load();
  asked[0]?.resolve(1);
  await first;
  const patient = loader.loadWithin(5);
  while (asked.length < 2) await setImmediate();
  asked[1]?.reject(new Error("owner is down"));
  await expect(patient).rejects.toThrow("owner is down");
});

test("the next batch after a busy one begins after a while, for all who came, and others wait for nobody", async ({
  expect,
}) => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let asked = 0;
  const loader = new BatchLoader<void, number>(
    async () => {
      const number = (asked += 1);
      await setImmediate();
      return number;
    },
    { pacing: { ms: 50, busyThreshold: 2, maxWaiters: 100 } },
  );
  expect(await loader.load()).toBe(1);
  expect(await Promise.all([loader.load(), loader.load(), loader.load()])).toEqual([2, 3, 3]);
  const later = Promise.all([loader.load(), loader.load()]);
  await vi.advanceTimersByTimeAsync(49);
  expect(asked).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await later).toEqual([4, 4]);
});

test("a question is asked at the end of the turn when enough have come after a crowd", async ({
  expect,
}) => {
  let asked = 0;
  const loader = new BatchLoader<void, number>(() => Promise.resolve((asked += 1)), {
    pacing: { ms: 600_000, busyThreshold: 2, maxWaiters: 3 },
  });
  expect(await Promise.all([loader.load(), loader.load(), loader.load()])).toEqual([1, 2, 2]);
  const waiting = [loader.load(), loader.load()];
  await setImmediate();
  expect(asked).toBe(2);
  const more = [loader.load(), loader.load()];
  expect(asked).toBe(2);
  expect(await Promise.all([...waiting, ...more])).toEqual([3, 3, 3, 3]);
});
