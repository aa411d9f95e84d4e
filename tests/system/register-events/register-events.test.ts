import { operations } from "@team-chat/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "../in-process/product.ts";
import { appliers, passingKinds } from "./apply/apply-event.ts";
import { kindsOfContract } from "./client-event.ts";
import { Coverage } from "./coverage.ts";
import { anyStep, draws, type Step } from "./history.ts";
import type { Wishes } from "./state.ts";
import { undrawn } from "./undrawn.ts";
import { Windows } from "./windows.ts";
import { anyWishes } from "./wishes.ts";

// See docs/subsystems/events.md, "How it is proven".

/** Histories of a full run; without it a few are enough to notice most mistakes. */
const fullRuns = Number(process.env["REGISTER_EVENTS_RUNS"] ?? "0");
const isFull = fullRuns > 0;
const timesInFullRun = 50;

let product: Product;
const coverage = new Coverage();

beforeAll(async () => {
  product = await Product.start();
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
});

const anyHistory = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 4 }), {
  minLength: isFull ? 20 : 6,
  maxLength: isFull ? 40 : 8,
  size: "max",
});
const anyWriters = fc.array(fc.array(anyStep, { minLength: 8, maxLength: 12, size: "max" }), {
  minLength: 2,
  maxLength: 3,
});
const limit = { timeout: isFull ? 7_200_000 : 240_000 };
const someWishes = fc.array(anyWishes, { minLength: 3, maxLength: 4 });

describe("the suite", () => {
  test("knows what clients do with every event of the contract", ({ expect }) => {
    const known = new Set([...Object.keys(appliers), ...passingKinds]);
    expect(kindsOfContract().filter((kind) => !known.has(kind))).toEqual([]);
  });

  test("makes use of every operation that changes something", ({ expect }) => {
    const changing = operations.filter(({ method }) => method !== "GET").map(({ name }) => name);
    const used = new Set([...Object.keys(draws), ...Object.keys(undrawn)]);
    expect(changing.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe("register, then events, equals a fresh register (docs/subsystems/events.md)", () => {
  test(
    "for every history, role and kind of client, and not without any one event",
    limit,
    async ({ expect }) => {
      const property = fc.asyncProperty(anyHistory, someWishes, compareAllTheWay);
      const numRuns = isFull ? fullRuns : 3;
      expect(await findingOf(property, numRuns)).toBe("");
    },
  );

  test("also while others go on writing", limit, async ({ expect }) => {
    const property = fc.asyncProperty(anyWriters, someWishes, anyWishes, compareLateComers);
    const numRuns = isFull ? fullRuns : 2;
    expect(await findingOf(property, numRuns)).toBe("");
  });
});

/** What a property does not hold for, and why; empty when it holds. */
async function findingOf<T>(property: fc.IAsyncProperty<T>, numRuns: number): Promise<string> {
  const parameters = { numRuns, endOnFailure: true, includeErrorInReport: true };
  return (await fc.asyncDefaultReportMessage(await fc.check(property, parameters))) ?? "";
}

/** Everybody's clients, after each few steps. */
async function compareAllTheWay(history: readonly Step[][], wishes: Wishes[]): Promise<void> {
  const windows = await Windows.open({ product, coverage }, wishes);
  for (const steps of history) {
    await windows.act(steps);
    await windows.compare(steps.length === 1);
  }
  await windows.close();
}

/** Clients that register between the steps of several writers have, with the events that follow, what clients have in the end. */
async function compareLateComers(
  writers: readonly Step[][],
  wishes: readonly Wishes[],
  late: Wishes,
): Promise<void> {
  const windows = await Windows.open({ product, coverage }, wishes);
  const writing = Promise.all(writers.map((steps) => windows.act(steps)));
  await windows.addLateComers(late, writing);
  await writing;
  await windows.compare(false);
  await windows.close();
}

test("a full run has seen every kind of event often, and missed those that matter", ({
  expect,
}) => {
  const kinds = kindsOfContract().filter((kind) => kind !== "realm deactivated");
  expect(coverage.seldom(kinds, isFull ? timesInFullRun : 0)).toEqual([]);
  const mattering = isFull ? kinds.filter((kind) => !passingKinds.has(kind)) : [];
  expect(mattering.filter((kind) => !coverage.missed.has(kind))).toEqual([]);
});
