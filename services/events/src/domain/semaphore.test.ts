import { setImmediate } from "node:timers/promises";

import { test } from "vitest";

import { Semaphore } from "./semaphore.ts";

test("a semaphore runs so many tasks at once, in the order in which they came, also after failures", async ({
  expect,
}) => {
  const semaphore = new Semaphore(3);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      semaphore.pass(async () => {
        begun.push(index);
        running += 1;
        most = Math.max(most, running);
        await setImmediate();
        running -= 1;
        if (index % 4 === 0) throw new Error("no");
        return index;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(begun).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(15);
  expect(await semaphore.pass(() => Promise.resolve("after"))).toBe("after");
});
