import { setImmediate } from "node:timers/promises";

import { describe, test } from "vitest";

import { SharedTurns, stepsInTurn } from "./shared-turns.ts";

/** Notes who does which step, and whose turn ends. */
function noting() {
  const done: string[] = [];
  const turns = new SharedTurns<string>((name) => done.push(`${name} had a turn`));
  function* steps(name: string, count: number): Iterator<void> {
    for (let step = 0; step < count; step += 1) {
      done.push(name);
      yield;
    }
  }
  return { done, turns, add: (name: string, count: number) => turns.add(name, steps(name, count)) };
}

describe("organizations take turns at having their events handed out (docs/subsystems/events.md#organizations-take-turns)", () => {
  test("an organization with little to do is done before one that came first and has much", async ({
    expect,
  }) => {
    const { add, done, turns } = noting();
    add("large", 3 * stepsInTurn);
    add("small", 1);
    expect(done).toEqual([]);
    await setImmediate();
    expect(done.slice(stepsInTurn - 1)).toEqual([
      "large",
      "large had a turn",
      "small",
      "small had a turn",
    ]);
    // One that comes in the middle waits for one turn of the others.
    add("later", 2);
    await setImmediate();
    expect(done.indexOf("later")).toBe(2 * stepsInTurn + 4);
    while (!turns.isIdle) await setImmediate();
    expect(done.filter((name) => name === "large")).toHaveLength(3 * stepsInTurn);
    expect(done.filter((name) => name === "later")).toHaveLength(2);
  });

  test("what one organization has to do is done in the order in which it came, also all at once", async ({
    expect,
  }) => {
    const { done, turns } = noting();
    function* noted(name: string): Iterator<void> {
      done.push(`${name} begins`);
      yield;
      done.push(`${name} ends`);
    }
    turns.add("a", noted("first"));
    turns.add("b", noted("of another"));
    turns.add("a", noted("second"));
    turns.finish("a");
    turns.finish("nobody");
    expect(done.slice(0, 5)).toEqual([
      "first begins",
      "first ends",
      "second begins",
      "second ends",
      "a had a turn",
    ]);
    await setImmediate();
    expect(done.slice(-3)).toEqual(["of another begins", "of another ends", "b had a turn"]);
    expect(turns.isIdle).toBe(true);
  });
});
