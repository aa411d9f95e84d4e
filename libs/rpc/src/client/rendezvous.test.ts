import * as fc from "fast-check";
import { test } from "vitest";

import { rankNodes } from "./rendezvous.ts";

const ids = ["events-a", "events-b", "events-c", "events-d"];
const keys = Array.from({ length: 4096 }, (_, at) => `${at >> 8}-${at & 255}`);
const ownersAmong = (some: readonly string[]) => keys.map((key) => rankNodes(key, some)[0]);

test("nobody owns a key when there are no nodes", ({ expect }) => {
  expect(rankNodes("0-1", [])).toEqual([]);
});

test("the owner of a key does not depend on the order in which nodes are listed", ({ expect }) => {
  expect(ownersAmong(ids.toReversed())).toEqual(ownersAmong(ids));
});

test("nodes own about equally many keys", ({ expect }) => {
  for (const id of ids) {
    const share = ownersAmong(ids).filter((owner) => owner === id).length;
    expect(share).toBeGreaterThan(900);
  }
});

test("the keys of a node that goes move each to the next in rank, and no others move", ({
  expect,
}) => {
  const [gone, ...rest] = ids;
  const after = ownersAmong(rest);
  for (const [at, key] of keys.entries()) {
    const [first, second] = rankNodes(key, ids);
    expect(after[at]).toBe(first === gone ? second : first);
  }
});

test("a turn has as many nodes tried last as it says, in their order, and turn 0 changes nothing", ({
  expect,
}) => {
  const nodes = fc.uniqueArray(fc.string(), { maxLength: 8 });
  const isRotated = fc.property(fc.string(), nodes, fc.nat(), (key, some, turn) => {
    const ranked = rankNodes(key, some);
    const moved = rankNodes(key, some, turn);
    const first = turn % Math.max(1, some.length);
    expect(moved).toEqual([...ranked, ...ranked].slice(first, first + some.length));
    expect(rankNodes(key, some, 0)).toEqual(ranked);
  });
  fc.assert(isRotated);
});

test("processes of different releases agree on who owns a key", ({ expect }) => {
  expect(["0-0", "0-1", "0-77", "3-255"].map((key) => rankNodes(key, ids)[0])).toEqual([
    "events-d",
    "events-b",
    "events-a",
    "events-c",
  ]);
});
