import { setImmediate as nextTurn } from "node:timers/promises";

import { test } from "vitest";

import { Turns } from "./turns.ts";

test("turns let so many go on in each turn of the event loop, in the order in which they came", async ({
  expect,
}) => {
  const turns = new Turns(2);
  const gone: number[] = [];
  const all = [1, 2, 3, 4, 5].map((number) => turns.next().then(() => gone.push(number)));
  expect(gone).toEqual([]);
  for (const expected of [
    [1, 2],
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5],
  ]) {
    await nextTurn();
    expect(gone).toEqual(expected);
  }
  await Promise.all(all);
});
