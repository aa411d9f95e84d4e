import { positionsPerBundle } from "@team-chat/contract";
import * as fc from "fast-check";
import { test } from "vitest";

import { eventId, firstHeartbeatSlot, heartbeatId, positionOf } from "./position.ts";

const start = fc.integer({ min: 0, max: 1e9 });
const ahead = fc.integer({ min: 0, max: 1e6 });

test("an event id and its position are the same thing", ({ expect }) => {
  fc.assert(
    fc.property(start, ahead, fc.nat(firstHeartbeatSlot - 1), (first, bundles, slot) => {
      const position = { sequence: first + bundles, slot };
      const back = positionOf(first, eventId(first, position));
      expect(back).toEqual(position);
    }),
  );
});

test("a heartbeat is above what was acknowledged and below every later event", ({ expect }) => {
  fc.assert(
    fc.property(start, ahead, fc.integer({ min: -1, max: 1000 }), (first, bundles, slot) => {
      const head = first + bundles;
      const acknowledged =
        bundles === 0 ? slot : eventId(first, { sequence: head, slot: Math.max(slot, 0) });
      const id = heartbeatId(first, head, acknowledged);
      expect(id).toBeGreaterThan(acknowledged);
      expect(id).toBeLessThan(eventId(first, { sequence: head + 1, slot: 0 }));
    }),
  );
});

test("ids of heartbeats in silence grow until the room of the bundle is used up", ({ expect }) => {
  const first = heartbeatId(5, 5, -1);
  expect(heartbeatId(5, 5, first)).toBe(first + 1);
  expect(heartbeatId(5, 5, positionsPerBundle - 1)).toBe(positionsPerBundle - 1);
});

test("a fresh queue begins with -1", ({ expect }) => {
  expect(positionOf(7, -1)).toEqual({ sequence: 7, slot: -1 });
});
