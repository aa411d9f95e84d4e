import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "../../in-process/product.ts";
import { anySaga, anyStep } from "../steps.ts";
import { anyWishes } from "../wishes.ts";
import { Watched } from "./watched.ts";

// See docs/subsystems/events.md, "How it is proven".

const fullRuns = Number(process.env["REGISTER_EVENTS_RUNS"] ?? "0");

/** Everybody of two organizations listens: a run takes as long as some others. */
const fullShare = 4;

let product: Product;

beforeAll(async () => {
  product = await Product.start();
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
});

const anyDoer = fc.record({ step: anyStep, second: fc.boolean() });
const anyRandom = fc.array(anyDoer, { minLength: 12, maxLength: 16, size: "max" });

/** Random actions of several users, then actions that continue each other. */
const anySteps = fc
  .tuple(anyRandom, anySaga, anySaga)
  .map(([random, one, other]) => [
    ...random,
    ...one.map((step) => ({ step, second: false })),
    ...other.map((step) => ({ step, second: true })),
  ]);

describe("two organizations with people of all roles", () => {
  test(
    "two organizations with people of all roles are told nothing that they may not see",
    {
      timeout: fullRuns > 0 ? 7_200_000 : 600_000,
    },
    async ({ expect }) => {
      const property = fc.asyncProperty(anySteps, anyWishes, async (steps, wishes) => {
        const realms = [await Watched.open(product, wishes), await Watched.open(product, wishes)];
        for (const { second, step } of steps) {
          const [acting, other] = second ? realms.toReversed() : realms;
          await acting?.act(step);
          await product.settle();
          await acting?.check();
          await other?.checkNothing();
        }
        for (const realm of realms) await realm.close();
      });
      const numRuns = fullRuns > 0 ? Math.ceil(fullRuns / fullShare) : 1;
      // The small run is always the same, full ones are others.
      const seed = fullRuns > 0 ? Date.now() : 1;
      const parameters = { numRuns, seed, endOnFailure: true, includeErrorInReport: true };
      const result = await fc.check(property, parameters);
      expect((await fc.asyncDefaultReportMessage(result)) ?? "").toBe("");
    },
  );
});
