import { startMeter } from "@team-chat/telemetry";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";

import { pollThrough, registerThrough } from "./calls.ts";
import { SlowNats } from "./slow-nats.ts";
import { eventFor, userOf, World } from "./world.ts";

const alice = userOf(1);
const bob = userOf(2);
let slow: SlowNats;

// The world is closed before this, as its process speaks through it.
afterAll(async () => {
  await slow[Symbol.asyncDispose]();
});
const world = useWorld(() => World.create());
beforeAll(async () => {
  slow = await SlowNats.open(world().natsUrl, 20);
});

describe("GET /events with dont_block (docs/subsystems/events.md)", () => {
  test("a poll with dont_block answers what the stream held when it was asked, also what is still on its way", async ({
    expect,
  }) => {
    const { pool } = await world().start({}, { natsUrl: slow.url });
    const queueId = await registerThrough(pool, alice);
    await world().publish([eventFor([1], { message_id: 7 })]);
    const polled = await pollThrough(pool, queueId, { caller: alice });
    expect(polled).toMatchObject([{ message_id: 7 }]);
  });
});

describe("how long changes take (docs/operations.md#deliverylatefast)", () => {
  test("the time from a change's commit to its last waiting client is measured, of others it is not", async ({
    expect,
  }) => {
    const meter = await startMeter({ service: "events", version: "1.0" });
    onTestFinished(meter.stop);
    const committedAt = 1_000_000;
    const { pool: through, service } = await world().start({
      metrics: meter.metrics,
      now: () => committedAt + 3000,
    });
    const queueIds = [
      await registerThrough(through, alice),
      await registerThrough(through, bob),
    ] as const;
    await world().publish([eventFor([1, 2])], { committedAt: 0 });
    await world().settle(service);
    const [missed] = await pollThrough(through, queueIds[0], { caller: alice });
    const asked = { last: missed?.id ?? -1, block: true };
    const waiting = [
      pollThrough(through, queueIds[0], { caller: alice, ...asked }),
      pollThrough(through, queueIds[1], { caller: bob, ...asked }),
    ];
    for (const id of queueIds) await world().parked(id, service);
    await world().publish([eventFor([1, 2])], { committedAt });
    await Promise.all(waiting);
    const text = await meter.text();
    const measured = (end: string) =>
      new RegExp(`^event_queues_delivery_duration_seconds_${end} (.+)$`, "m").exec(text)?.[1];
    expect(measured('sum\\{service_name="events"\\}')).toBe("3");
    expect(measured('count\\{service_name="events"\\}')).toBe("1");
    expect(measured('bucket\\{service_name="events",le="2.5"\\}')).toBe("0");
  });
});
