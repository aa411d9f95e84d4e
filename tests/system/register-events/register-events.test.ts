import { operations } from "@team-chat/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "../in-process/product.ts";
import { appliers, passingKinds } from "./apply/apply-event.ts";
import { kindsOfContract } from "./client-event.ts";
import { Coverage } from "./coverage.ts";
import { draws } from "./history.ts";
import { addOtherParts, failuresOf, isFull, limit } from "./runs.ts";
import type { Wishes } from "./state.ts";
import type { Step } from "./step.ts";
import { anyHistory, anyStep, type StepsOfWindow } from "./steps.ts";
import { undrawn } from "./undrawn.ts";
import { Windows } from "./windows.ts";
import { anyCast, anyWishes, type Cast } from "./wishes.ts";

// See docs/subsystems/events.md, "How it is proven".

/**
 * Kinds of events that end every queue, and those that need a provider of calls
 * (services/users/tests/calls/complete-call-user.test.ts).
 */
const unseen = new Set(["realm deactivated", "has_zoom_token", "has_webex_token"]);

const timesInFullRun = 50;
const missedInFullRun = 10;

let product: Product;
const coverage = new Coverage();

beforeAll(async () => {
  product = await Product.start();
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
  if (isFull) process.stdout.write(`${coverage.report()}\n`);
});

const anyWriters = fc.array(fc.array(anyStep, { minLength: 8, maxLength: 12, size: "max" }), {
  minLength: 2,
  maxLength: 3,
});

describe("the suite", () => {
  test("the tests know what clients do with every event of the contract", ({ expect }) => {
    const known = new Set([...Object.keys(appliers), ...passingKinds]);
    expect(kindsOfContract().filter((kind) => !known.has(kind))).toEqual([]);
  });

  test("the suite makes use of every operation that changes something", ({ expect }) => {
    const changing = operations.filter(({ method }) => method !== "GET").map(({ name }) => name);
    const used = new Set([...Object.keys(draws), ...Object.keys(undrawn)]);
    expect(changing.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe("register, then events, equals a fresh register (docs/behaviour/events.md#order-of-events)", () => {
  test(
    "a register and its events equal a fresh register for every history, role and kind of client",
    limit,
    async ({ expect }) => {
      const some = fc.tuple(anyHistory({ whole: isFull }), anyCast);
      expect(await failuresOf(some, { few: 2, of: 1 }, compareThroughout)).toEqual([]);
    },
  );

  test(
    "a register and its events equal a fresh register while others go on writing",
    limit,
    async ({ expect }) => {
      const some = fc.tuple(anyWriters, anyCast, anyWishes);
      expect(await failuresOf(some, { few: 2, of: 4 }, compareLateComers)).toEqual([]);
    },
  );
});

/** Everybody's clients, after each few steps. */
async function compareThroughout([history, cast]: readonly [
  readonly StepsOfWindow[],
  readonly Cast[],
]): Promise<void> {
  const windows = await Windows.open({ product, coverage }, cast);
  for (const steps of history) {
    await windows.act(steps);
    await windows.compare(steps.length === 1);
  }
  await windows.close();
}

/**
 * Clients that register between the steps of several writers have, with the events that follow, what clients have in
 * the end.
 */
async function compareLateComers([writers, cast, late]: readonly [
  Step[][],
  readonly Cast[],
  Wishes,
]): Promise<void> {
  const windows = await Windows.open({ product, coverage }, cast);
  const writing = Promise.all(writers.map((steps) => windows.act(steps)));
  await windows.addLateComers(late, writing);
  await writing;
  await windows.compare(false);
  await windows.close();
}

test("a full run has seen every kind of event often, and missed those that matter", ({
  expect,
}) => {
  addOtherParts(coverage);
  const kinds = kindsOfContract().filter((kind) => !unseen.has(kind));
  expect(coverage.seldom(kinds, isFull ? timesInFullRun : 0)).toEqual([]);
  const mattering = isFull ? kinds.filter((kind) => !passingKinds.has(kind)) : [];
  expect(coverage.seldom(mattering, missedInFullRun, "missed")).toEqual([]);
});
