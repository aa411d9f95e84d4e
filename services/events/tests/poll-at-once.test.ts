import { afterAll, beforeAll, describe, test } from "vitest";

import { pollThrough, registerThrough } from "./calls.ts";
import { SlowNats } from "./slow-nats.ts";
import { eventFor, userOf, World } from "./world.ts";

const alice = userOf(1);
let world: World;
let slow: SlowNats;

beforeAll(async () => {
  world = await World.create();
  slow = await SlowNats.open(world.natsUrl, 20);
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await slow[Symbol.asyncDispose]();
});

describe("GET /events with dont_block (docs/subsystems/events.md)", () => {
  test("a poll with dont_block answers what the stream held when it was asked, also what is still on its way", async ({
    expect,
  }) => {
    const { pool } = await world.start({}, { natsUrl: slow.url });
    const queueId = await registerThrough(pool, alice);
    await world.publish([eventFor([1], { message_id: 7 })]);
    const polled = await pollThrough(pool, queueId, { caller: alice });
    expect(polled).toMatchObject([{ message_id: 7 }]);
  });
});
