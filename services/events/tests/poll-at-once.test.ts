import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { pollThrough, registerThrough } from "./calls.ts";
import { SlowNats } from "./slow-nats.ts";
import { eventFor, userOf, World } from "./world.ts";

const alice = userOf(1);
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
