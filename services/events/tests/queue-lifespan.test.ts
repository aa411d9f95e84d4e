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

  test("an event queue lives while a poll waits in a process that does not own it, as one of an earlier gateway may", async ({
    expect,
  }) => {
    const polled = await world().start({ now: () => now, random: () => 0 });
    const owner = await world().start({ now: () => now, random: () => 0 });
    const registered: string[] = [];
    for (let user = 1; user <= 12; user += 1)
      registered.push(await registerThrough(polled.pool, userOf(user)));
    await polled.service.expiry.sweep();
    await owner.service.expiry.sweep();
    const index = registered.findIndex((id) => owner.service.hub.table.has(id));
    const [caller, queueId = ""] = [userOf(index + 1), registered[index]];
    let last = -1;
    for (let round = 0; round < 3; round += 1) {
      const waiting = poll(caller, queueId, { through: polled.pool, last, block: true });
      await world().parked(queueId, polled.service);
      now += 301_000;
      await polled.service.expiry.sweep();
      polled.service.hub.beat();
      last = Number((await waiting).at(-1)?.["id"]);
    }
    await owner.service.expiry.sweep();
    expect(await world().store.find(queueId)).not.toBeNull();
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
