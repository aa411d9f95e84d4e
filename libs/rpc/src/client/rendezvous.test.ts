import { test } from "vitest";

import { ownerOf, rankNodes } from "./rendezvous.ts";

const ids = ["events-a", "events-b", "events-c", "events-d"];
const nodes = ids.map((id) => ({ id }));
const keys = Array.from({ length: 4096 }, (_, at) => `${at >> 8}-${at & 255}`);
const ownersAmong = (some: typeof nodes) => keys.map((key) => ownerOf(key, some)?.id);

test("nobody owns a key when there are no nodes", ({ expect }) => {
  expect(ownerOf("0-1", [])).toBeUndefined();
  expect(rankNodes("0-1", [])).toEqual([]);
});

test("the owner of a key does not depend on the order in which nodes are listed", ({ expect }) => {
  expect(ownersAmong(nodes.toReversed())).toEqual(ownersAmong(nodes));
});

test("nodes own about equally many keys", ({ expect }) => {
  for (const id of ids) {
    const share = ownersAmong(nodes).filter((owner) => owner === id).length;
    expect(share).toBeGreaterThan(900);
  }
});

test("the keys of a node that goes move each to the next in rank, and no others move", ({
  expect,
}) => {
  const [gone, ...rest] = nodes;
  const after = ownersAmong(rest);
  for (const [at, key] of keys.entries()) {
    const [first, second] = rankNodes(key, ids);
    expect(first).toBe(ownerOf(key, nodes)?.id);
    expect(after[at]).toBe(first === gone?.id ? second : first);
  }
});

test("processes of different releases agree on who owns a key", ({ expect }) => {
  expect(["0-0", "0-1", "0-77", "3-255"].map((key) => ownerOf(key, nodes)?.id)).toEqual([
    "events-d",
    "events-b",
    "events-a",
    "events-c",
  ]);
});
