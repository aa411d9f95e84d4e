import { test } from "vitest";

import { PeriodicTask } from "./periodic-task.ts";
import { currentWork, runFor } from "./work.ts";

const never = 2 ** 31 - 1;
const fail = (error: unknown) => {
  throw error;
};

/** A task whose runs end when the test says so. */
function heldRuns() {
  const runs: PromiseWithResolvers<void>[] = [];
  const begun = Promise.withResolvers<void>();
  const run = () => {
    const end = Promise.withResolvers<void>();
    runs.push(end);
    begun.resolve();
    return end.promise;
  };
  return { runs, begun: begun.promise, run };
}

test("a periodic task runs again and again, also after a run that failed", async ({ expect }) => {
  const errors: unknown[] = [];
  const { promise: third, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  await using _task = new PeriodicTask({
    everyMs: 1,
    run() {
      runs += 1;
      if (runs === 3) resolve();
      else throw new Error(`run ${runs}`);
    },
    onError: (error) => errors.push(error),
  });
  await third;
  expect(errors).toEqual([new Error("run 1"), new Error("run 2")]);
});

test("a run that takes longer than the interval has the next ones left out", async ({ expect }) => {
  const { begun, run, runs } = heldRuns();
  const task = new PeriodicTask({ everyMs: 1, run, onError: fail });
  await begun;
  // Several intervals pass on the same clock.
  const { promise: passed, resolve } = Promise.withResolvers<void>();
  let ticks = 0;
  const clock = setInterval(() => (ticks += 1) === 5 && resolve(), 1);
  await passed;
  clearInterval(clock);
  expect(runs.length).toBe(1);
  task.stop();
  runs[0]?.resolve();
  await task[Symbol.asyncDispose]();
});

test("a run that is asked for begins after the one under way and ends before disposal does", async ({
  expect,
}) => {
  const { begun, run, runs } = heldRuns();
  const task = new PeriodicTask({ everyMs: never, run, onError: fail });
  const ended: string[] = [];
  const first = task.runNow().then(() => ended.push("first"));
  const second = task.runNow().then(() => ended.push("second"));
  await begun;
  expect(runs.length).toBe(1);
  const disposed = task[Symbol.asyncDispose]().then(() => ended.push("disposal"));
  runs[0]?.resolve();
  await first;
  runs[1]?.resolve();
  await Promise.all([second, disposed]);
  expect(ended).toEqual(["first", "second", "disposal"]);
});

test("a run does not belong to the request that asked for it", async ({ expect }) => {
  const seen: unknown[] = [];
  await using task = new PeriodicTask({
    everyMs: never,
    run: () => void seen.push(currentWork()),
    onError: fail,
  });
  await runFor({ operation: "anything", onGaveUp: fail }, () => task.runNow());
  expect(seen).toEqual([undefined]);
});
