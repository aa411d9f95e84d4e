import { describe, expect, test } from "vitest";

import type { TraceEvent } from "./parse-trace.ts";
import type { Participants } from "./participants.ts";
import { countsUntil, stepsOf } from "./timeline.ts";

const names = new Map([
  [1, "client"],
  [2, "gateway"],
  [3, "gateway (libuv-worker)"],
  [4, "postgres (messages)"],
]);
const processes = new Map([
  [1, "client"],
  [2, "gateway"],
  [3, "gateway"],
  [4, "postgres"],
]);
const people: Participants = {
  nameOf: (thread) => names.get(thread),
  processOf: (thread) => processes.get(thread),
  targetOf: (thread, descriptor) =>
    new Map([
      [10, "→ gateway"],
      [11, "→ postgres"],
      [12, "→ client"],
    ]).get(descriptor) ?? "wal",
};

/** A send: the client wakes the gateway, which asks PostgreSQL and hands something to a thread of its own. */
const events: readonly TraceEvent[] = [
  { kind: "run", at: 99, core: 0, thread: 0 },
  { kind: "write", at: 100, thread: 1, call: "write", descriptor: 10 },
  { kind: "wake", at: 100.1, by: 1, thread: 2 },
  { kind: "run", at: 100.3, core: 0, thread: 2 },
  { kind: "write", at: 100.5, thread: 2, call: "writev", descriptor: 11 },
  { kind: "write", at: 100.6, thread: 2, call: "write", descriptor: 10 },
  { kind: "wake", at: 100.7, by: 2, thread: 4 },
  { kind: "run", at: 100.8, core: 1, thread: 4 },
  { kind: "run", at: 101, core: 0, thread: 9 },
  { kind: "write", at: 101.2, thread: 9, call: "write", descriptor: 11 },
  { kind: "run", at: 101.5, core: 1, thread: 0 },
  { kind: "wake", at: 102, by: 0, thread: 2 },
  { kind: "write", at: 102.5, thread: 2, call: "write", descriptor: 12 },
  { kind: "write", at: 104, thread: 4, call: "write", descriptor: 13 },
];

describe("counts of a send", () => {
  const until = (end: number) => countsUntil(end, { events, people, sentAt: 100 });

  test("the client is not counted, nor are programs that are not of the product", () => {
    expect(until(100.2)).toMatchObject({ wakeUps: 1, messages: 0, writes: 0 });
    expect(until(101.4)).toMatchObject({ wakeUps: 2, messages: 1, writes: 2 });
  });

  test("what a process writes to itself is a write, and no message between processes", () => {
    expect(until(103)).toMatchObject({ wakeUps: 3, messages: 2, writes: 3 });
  });

  test("time in which two threads of the product run counts once, and time of others does not", () => {
    expect(until(101.4).busyMs).toBeCloseTo(1.1);
    expect(until(103).busyMs).toBeCloseTo(1.2);
  });
});

test("each step of a send says who did what when, and how soon a thread ran that was woken up", () => {
  const moments = { sentAt: 100, answeredAt: 103, firstReceivedAt: 103, lastReceivedAt: 103 };
  const steps = stepsOf(events, people, moments).map(
    ({ at, what, who }) => `${at.toFixed(1)} ${who} ${what}`,
  );
  expect(steps).toEqual([
    "0.0 client write → gateway",
    "0.1 gateway is woken by client, runs after 200 µs",
    "0.5 gateway writev → postgres",
    "0.6 gateway write → gateway",
    "0.7 postgres (messages) is woken by gateway, runs after 100 µs",
    "2.0 gateway is woken by a device, a timer or another program",
    "2.5 gateway write → client",
  ]);
});
