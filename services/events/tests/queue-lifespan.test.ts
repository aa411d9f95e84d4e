import type { Caller } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { type PollOptions, pollThrough, type RegisterParams, registerThrough } from "./calls.ts";
import { eventFor, userOf, World } from "./world.ts";

const alice = userOf(1);
const world = useWorld(() => World.create());
let pool: ServiceClient;
let now = 1_000_000;

beforeAll(async () => {
  ({ pool } = await world().start({ now: () => now, random: () => 0 }));
});

function register(caller: Caller, params: RegisterParams = {}): Promise<string> {
  return registerThrough(pool, caller, params);
}

function poll(caller: Caller, queueId: string, options: PollOptions = {}) {
  return pollThrough(options.through ?? pool, queueId, { caller, ...options });
}

describe("an event queue (docs/behaviour/events.md#queues)", () => {
  test("an event queue ends after ten minutes without a poll, and not before", async ({
    expect,
  }) => {
    const queueId = await register(alice);
    now += 599_000;
    await world().sweep();
    expect(await poll(alice, queueId)).toEqual([]);
    now += 600_000;
    await world().sweep();
    await expect(poll(alice, queueId)).rejects.toMatchObject({ code: "BAD_EVENT_QUEUE_ID" });
  });

  test("an event queue lives as long as its client asked for, and as long as a poll waits", async ({
    expect,
  }) => {
    const long = await register(alice, { queue_lifespan_secs: 3600 });
    const longest = await register(alice, { queue_lifespan_secs: 100_000_000 });
    const waiting = await register(alice);
    const parked = poll(alice, waiting, { block: true });
    await world().parked(waiting);
    now += 1_800_000;
    await world().sweep();
    expect(await poll(alice, long)).toEqual([]);
    await world().publish([eventFor([1])]);
    await world().settle();
    // The event, or the heartbeat that is due by now.
    expect(await parked).toHaveLength(1);
    expect(await poll(alice, longest)).toHaveLength(1);
    now += 604_800_000;
    await world().sweep();
    await expect(poll(alice, longest)).rejects.toMatchObject({ code: "BAD_EVENT_QUEUE_ID" });
  });

  test("an event queue is served by another process with its ids, from what its client acknowledged", async ({
    expect,
  }) => {
    const queueId = await register(alice);
    for (const id of [1, 2, 3]) await world().publish([eventFor([1], { message_id: id })]);
    await world().settle();
    const here = await poll(alice, queueId);
    const other = await world().start();
    expect(await poll(alice, queueId, { through: other.pool })).toEqual(here);
    const waiting = poll(alice, queueId, {
      through: other.pool,
      last: here[2]?.id ?? 0,
      block: true,
    });
    await world().parked(queueId, other.service);
    await world().publish([eventFor([1], { message_id: 4 })]);
    expect((await waiting).map((event) => event["message_id"])).toEqual([4]);
  });
});
