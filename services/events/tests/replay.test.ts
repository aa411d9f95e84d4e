import { connectNats } from "@team-chat/nats";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { pollThrough, registerThrough } from "./calls.ts";
import { eventFor, userOf, World } from "./world.ts";

const alice = userOf(1);
const bob = userOf(2);
/** So small that nothing stays in memory, and that a replay reads a few entries at a time. */
const limits = { ringLimits: { realmBytes: 1, allBytes: 1 }, maxReplayBytes: 1000 };
const entries = 60;
const world = useWorld(() => World.create());
let pool: ServiceClient;

beforeAll(async () => {
  ({ pool } = await world().start(limits));
});

describe("a poll from long before what is in memory (docs/subsystems/events.md, From the stream to the socket)", () => {
  test("a poll from long before what is in memory reads the stream in parts, and gets everything in order", async ({
    expect,
  }) => {
    const queueId = await registerThrough(pool, alice);
    for (let id = 0; id < entries; id += 1)
      await world().publish([eventFor([1], { message_id: id })]);
    await world().settle();
    const events = await pollThrough(pool, queueId, { caller: alice });
    expect(events.map((event) => event["message_id"])).toEqual(
      Array.from({ length: entries }, (_, id) => id),
    );
    const middle = events[entries / 2]?.id ?? 0;
    const rest = await pollThrough(pool, queueId, { caller: alice, last: middle });
    expect(rest).toEqual(events.slice(entries / 2 + 1));
  });

  test("a poll from long ago goes on through parts that have nothing for it, and waits after the last", async ({
    expect,
  }) => {
    const queueId = await registerThrough(pool, alice);
    for (let id = 0; id < entries; id += 1)
      await world().publish([eventFor([2], { message_id: id })]);
    await world().publish([eventFor([1], { message_id: 1000 })]);
    await world().settle();
    const events = await pollThrough(pool, queueId, { caller: alice });
    expect(events.map((event) => event["message_id"])).toEqual([1000]);
    const last = events[0]?.id ?? 0;
    const waiting = pollThrough(pool, queueId, { caller: alice, last, block: true });
    await world().parked(queueId);
    await world().publish([eventFor([1], { message_id: 1001 })]);
    expect((await waiting).map((event) => event["message_id"])).toEqual([1001]);
  });

  test("polls of one organization that come to a new process at once read the stream together", async ({
    expect,
  }) => {
    const users = Array.from({ length: 40 }, (_, index) => userOf(100 + index));
    const queues: string[] = [];
    for (const [index, user] of users.entries()) {
      if (index === 20) await world().publish([eventFor([1], { message_id: 1 })]);
      queues.push(await registerThrough(pool, user));
    }
    const ids = users.map(({ userId }) => userId);
    await world().publish([eventFor(ids, { message_id: 2 })]);
    await world().settle();
    const restarted = await world().start();
    await using nats = await connectNats({ url: world().natsUrl, name: "test" });
    let consumers = 0;
    nats.subscribe("$JS.API.CONSUMER.CREATE.>", {
      callback: () => {
        consumers += 1;
      },
    });
    await nats.flush();
    const heard = await Promise.all(
      users.map((caller, index) => pollThrough(restarted.pool, queues[index] ?? "", { caller })),
    );
    for (const events of heard) expect(events.map((event) => event["message_id"])).toEqual([2]);
    await nats.flush();
    // Those that were registered before the first message miss one entry more.
    expect(consumers).toBeLessThanOrEqual(2);
  });

  test("polls of one organization that missed more than is read at a time read each part together", async ({
    expect,
  }) => {
    const users = Array.from({ length: 30 }, (_, index) => userOf(200 + index));
    const queues: string[] = [];
    for (const user of users) {
      queues.push(await registerThrough(pool, user));
      await world().publish([eventFor([1], { message_id: 1 })]);
    }
    const ids = users.map(({ userId }) => userId);
    await world().publish([eventFor(ids, { message_id: 2 })]);
    await world().settle();
    const { maxReplayBytes } = limits;
    const restarted = await world().start({ maxReplayBytes });
    await using nats = await connectNats({ url: world().natsUrl, name: "test" });
    let consumers = 0;
    nats.subscribe("$JS.API.CONSUMER.CREATE.>", {
      callback: () => {
        consumers += 1;
      },
    });
    await nats.flush();
    const heard = await Promise.all(
      users.map((caller, index) => pollThrough(restarted.pool, queues[index] ?? "", { caller })),
    );
    for (const events of heard) expect(events.map((event) => event["message_id"])).toEqual([2]);
    await nats.flush();
    expect(consumers).toBeLessThan(users.length);
  });

  test("a poll from long ago ends at 5,000 events, and the next one goes on from there", async ({
    expect,
  }) => {
    const queueId = await registerThrough(pool, bob);
    const perBundle = 600;
    for (let bundle = 0; bundle < 10; bundle += 1)
      await world().publish(
        Array.from({ length: perBundle }, (_, i) =>
          eventFor([2], { message_id: bundle * perBundle + i }),
        ),
      );
    await world().settle();
    const heard: unknown[] = [];
    const sizes: number[] = [];
    for (let last = -1; heard.length < perBundle * 10;) {
      const events = await pollThrough(pool, queueId, { caller: bob, last });
      heard.push(...events.map((event) => event["message_id"]));
      sizes.push(events.length);
      last = events.at(-1)?.id ?? last;
    }
    expect(heard).toEqual(Array.from({ length: perBundle * 10 }, (_, id) => id));
    expect(sizes).toEqual([5400, 600]);
  });
});
