import { test } from "vitest";

import { Budget } from "./budget.ts";

test("what was spent comes back with time, and whoever owes waits", ({ expect }) => {
  let now = 0;
  const budget = new Budget({ capacityMs: 100, refillMs: 10 }, () => now);
  expect(budget.waitMs("a")).toBe(0);
  budget.spend("a", 130);
  expect(budget.left("a")).toBe(-30);
  expect(budget.waitMs("a")).toBe(3100);
  expect(budget.waitMs("b")).toBe(0);
  now += 3100;
  expect(budget.waitMs("a")).toBe(0);
  now += 60_000;
  expect(budget.left("a")).toBe(100);
});

test("whoever has everything back is forgotten", ({ expect }) => {
  let now = 0;
  const budget = new Budget({ capacityMs: 100, refillMs: 100 }, () => now);
  for (let key = 0; key < 5000; key += 1) {
    budget.spend(String(key), 50);
    now += 1;
  }
  expect(budget.size).toBeLessThan(1100);
  expect(budget.left("4999")).toBeLessThan(100);
});
