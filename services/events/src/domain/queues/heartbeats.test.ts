import * as fc from "fast-check";
import { test } from "vitest";

import { descriptor } from "../../../tests/descriptor.ts";
import { Heartbeats } from "./heartbeats.ts";
import { Queue } from "./queue.ts";

/**
 * One second in a queue's life: nothing happens, its client goes away, or an event answers its poll and the client
 * polls again.
 */
const happening = fc.constantFrom("nothing", "nothing", "nothing", "away", "answered");

test("a heartbeat comes 45 to 55 s after the poll began to wait (docs/behaviour/events.md#heartbeats)", ({
  expect,
}) => {
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 60 }),
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 5, maxLength: 5 }),
      (happenings, randoms) => {
        let now = 1_000_000_250;
        let draws = 0;
        const random = () => randoms[draws++ % randoms.length] ?? 0;
        const heartbeats = new Heartbeats({ now: () => now, random });
        const queue = new Queue(descriptor);
        let since = 0;
        const park = () => {
          since = now;
          const rest = {
            asker: { waiting: true, respond: () => undefined },
            since: queue.position(-1),
            ignored: null,
          };
          queue.parked = { ...rest, heartbeatAt: heartbeats.plan(queue) };
        };
        park();
        let heard = 0;
        for (let second = 0; second < 240; second += 1) {
          now += 1000;
          const what = second % 3 === 0 ? happenings[second / 3] : "nothing";
          if (what === "away") queue.parked = undefined;
          if (what === "answered" || queue.parked === undefined) park();
          for (const due of heartbeats.take()) {
            expect(due).toBe(queue);
            expect(now - since).toBeGreaterThanOrEqual(45_000);
            heard += 1;
            park();
          }
          // The last second is that between two looks.
          expect(now - since).toBeLessThan(56_000);
        }
        expect(heard).toBeGreaterThan(0);
      },
    ),
  );
});

test("whoever does not wait hears none", ({ expect }) => {
  let now = 0;
  const heartbeats = new Heartbeats({ now: () => now, random: () => 0 });
  const [away, waiting] = [new Queue(descriptor), new Queue(descriptor)];
  for (const queue of [away, waiting]) {
    const rest = {
      asker: { waiting: true, respond: () => undefined },
      since: queue.position(-1),
      ignored: null,
    };
    queue.parked = { ...rest, heartbeatAt: heartbeats.plan(queue) };
  }
  away.parked = undefined;
  now = 45_000;
  expect(heartbeats.take()).toEqual([waiting]);
  expect(heartbeats.take()).toEqual([]);
});
