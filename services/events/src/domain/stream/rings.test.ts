import { describe, test } from "vitest";

import { type Entry, entryOf } from "./entry.ts";
import { Rings } from "./rings.ts";

const reader = { userId: 1, allPublicStreams: false };
const limits = { realmBytes: 1000, allBytes: 1500 };

function entry(sequence: number, bytes = 100): Entry {
  const event = { audience: { to: "everyone" as const }, event: { type: "presence" } };
  return entryOf({ service: "messages", realm: 1, xid: "1", events: [event] }, sequence, bytes);
}

describe("the rings of all realms", () => {
  test("the rings of all realms forget the older half of a realm above its limit", ({ expect }) => {
    const rings = new Rings(limits);
    const ring = rings.open(1);
    for (let sequence = 1; sequence <= 11; sequence += 1) rings.append(ring, entry(sequence));
    expect(ring.from).toBe(7);
    expect(ring.since(1, reader).map(({ sequence }) => sequence)).toEqual([7, 8, 9, 10, 11]);
    expect(rings.bytes).toBe(500);
  });

  test("the rings of all realms forget the older half of the largest when all are above theirs", ({
    expect,
  }) => {
    const rings = new Rings(limits);
    const small = rings.open(1);
    const large = rings.open(1);
    for (let sequence = 1; sequence <= 10; sequence += 1) rings.append(large, entry(sequence));
    for (let sequence = 11; sequence <= 16; sequence += 1) rings.append(small, entry(sequence));
    expect([small.bytes, large.bytes, rings.bytes]).toEqual([600, 500, 1100]);
    rings.close(small);
    expect(rings.bytes).toBe(500);
  });

  test("one entry above all limits is not kept", ({ expect }) => {
    const rings = new Rings(limits);
    const ring = rings.open(1);
    rings.append(ring, entry(1, 5000));
    expect([ring.covers(1), ring.covers(2), rings.bytes]).toEqual([false, true, 0]);
  });

  test("the rings of all realms take older entries only while there is room", ({ expect }) => {
    const rings = new Rings(limits);
    const ring = rings.open(20);
    rings.append(ring, entry(20, 500));
    expect(rings.prepend(ring, [entry(10, 600)], 10)).toBe(false);
    expect(rings.prepend(ring, [entry(10, 400)], 10)).toBe(true);
    expect([ring.covers(10), rings.bytes]).toEqual([true, 900]);
  });
});
