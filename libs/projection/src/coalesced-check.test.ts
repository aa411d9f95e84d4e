import { setImmediate } from "node:timers/promises";

import { onTestFinished, test, vi } from "vitest";

import { CoalescedCheck } from "./coalesced-check.ts";

function controlled() {
  const asked: PromiseWithResolvers<number>[] = [];
  const check = new CoalescedCheck(() => {
    const question = Promise.withResolvers<number>();
    asked.push(question);
    return question.promise;
  });
  return { asked, check };
}

test("those who come while a question is under way get the answer to the next one", async ({
  expect,
}) => {
  const { asked, check } = controlled();
  const first = check.check();
  const second = check.check();
  const third = check.check();
  expect(asked).toHaveLength(1);
  asked[0]?.resolve(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(asked).toHaveLength(2);
  asked[1]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

test("a failed question fails only those who asked it", async ({ expect }) => {
  const { asked, check } = controlled();
  const first = check.check();
  const second = check.check();
  asked[0]?.reject(new Error("owner is down"));
  await expect(first).rejects.toThrow("owner is down");
  asked[1]?.resolve(2);
  expect(await second).toBe(2);
});

test("the patient share one question, that of whoever asks first, and none that was asked before they came", async ({
  expect,
}) => {
  const { asked, check } = controlled();
  const first = check.checkWithin(60_000);
  expect(asked).toHaveLength(1);
  const patient = [check.checkWithin(60_000), check.checkWithin(60_000)];
  asked[0]?.resolve(1);
  expect(await first).toBe(1);
  expect(asked).toHaveLength(1);
  const hurried = check.check();
  asked[1]?.resolve(2);
  expect(await Promise.all([...patient, hurried])).toEqual([2, 2, 2]);
});

test("the patient ask themselves when nobody else does", async ({ expect }) => {
  const { asked, check } = controlled();
  const first = check.check();
  asked[0]?.resolve(1);
  await first;
  const patient = check.checkWithin(5);
  while (asked.length < 2) await setImmediate();
  asked[1]?.reject(new Error("owner is down"));
  await expect(patient).rejects.toThrow("owner is down");
});

test("after a crowd the next question is asked after a while, for all who came meanwhile; whoever is alone waits for nobody", async ({
  expect,
}) => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let asked = 0;
  const check = new CoalescedCheck(
    async () => {
      const number = (asked += 1);
      await setImmediate();
      return number;
    },
    { ms: 50, crowd: 2, enough: 100 },
  );
  expect(await check.check()).toBe(1);
  expect(await Promise.all([check.check(), check.check(), check.check()])).toEqual([2, 3, 3]);
  const later = Promise.all([check.check(), check.check()]);
  await vi.advanceTimersByTimeAsync(49);
  expect(asked).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await later).toEqual([4, 4]);
});

test("when enough have come after a crowd the question is asked at the end of their turn, for all of them", async ({
  expect,
}) => {
  let asked = 0;
  const check = new CoalescedCheck(() => Promise.resolve((asked += 1)), {
    ms: 600_000,
    crowd: 2,
    enough: 3,
  });
  expect(await Promise.all([check.check(), check.check(), check.check()])).toEqual([1, 2, 2]);
  const waiting = [check.check(), check.check()];
  await setImmediate();
  expect(asked).toBe(2);
  const more = [check.check(), check.check()];
  expect(asked).toBe(2);
  expect(await Promise.all([...waiting, ...more])).toEqual([3, 3, 3, 3]);
});
