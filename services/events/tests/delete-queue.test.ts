import { jetstreamManager } from "@nats-io/jetstream";
import { deleteQueue, getEvents, registerQueue } from "@team-chat/contract";
import { buckets, connectNats } from "@team-chat/nats";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, onTestFinished, test } from "vitest";

import { eventFor, userOf, World } from "./world.ts";

const alice = userOf(1);
const options = { realmId: 1 };
const world = useWorld(() => World.create());
let pool: ServiceClient;

beforeAll(async () => {
  ({ pool } = await world().start());
});

async function register(): Promise<string> {
  const { queue_id: queueId } = await pool.request(registerQueue, alice, {}, options);
  return queueId ?? "";
}

function poll(queueId: string, block = false) {
  const params = { queue_id: queueId, last_event_id: -1, dont_block: !block };
  return pool.request(getEvents, alice, params, options);
}

/** Returns what counts the entries of the bucket of queues, markers as well. */
async function countStored(): Promise<() => Promise<number>> {
  const nats = await connectNats({ url: world().natsUrl, name: "test" });
  onTestFinished(() => nats.close());
  const { streams } = await jetstreamManager(nats);
  return async () => (await streams.info(`KV_${buckets.queues}`)).state.messages;
}

const bad = (queueId: string) => ({
  code: "BAD_EVENT_QUEUE_ID",
  message: `Bad event queue ID: ${queueId}`,
  details: { queue_id: queueId },
});

describe("DELETE /events refuses with BAD_EVENT_QUEUE_ID (docs/behaviour/events.md#queues)", () => {
  test("a queue that never was, and one that was deleted before", async ({ expect }) => {
    const queueId = await register();
    await pool.request(deleteQueue, alice, { queue_id: queueId }, options);
    for (const id of ["nonsense", queueId]) {
      const again = pool.request(deleteQueue, alice, { queue_id: id }, options);
      await expect(again).rejects.toMatchObject(bad(id));
    }
  });

  test("the queue of somebody else or of another organization, and leaves it alone", async ({
    expect,
  }) => {
    const queueId = await register();
    for (const caller of [userOf(2), userOf(1, 2)]) {
      const foreign = pool.request(deleteQueue, caller, { queue_id: queueId }, options);
      await expect(foreign).rejects.toMatchObject(bad(queueId));
    }
    expect(await poll(queueId)).toMatchObject({ events: [] });
  });
});

describe("DELETE /events (docs/behaviour/events.md#queues)", () => {
  test("a queue that was deleted leaves nothing behind", async ({ expect }) => {
    const stored = await countStored();
    const before = await stored();
    const queueId = await register();
    expect(await stored()).toBe(before + 1);
    await pool.request(deleteQueue, alice, { queue_id: queueId }, options);
    expect(await stored()).toBe(before);
  });

  test("deleting ends the queue, also for the poll that waits, and no other", async ({
    expect,
  }) => {
    const queueId = await register();
    const other = await register();
    const refused = expect(poll(queueId, true)).rejects.toMatchObject(bad(queueId));
    await world().parked(queueId);
    await pool.request(deleteQueue, alice, { queue_id: queueId }, options);
    await refused;
    await expect(poll(queueId)).rejects.toMatchObject(bad(queueId));
    await world().publish([eventFor([1])]);
    await world().settle();
    expect((await poll(other)).events).toMatchObject([{ type: "reaction" }]);
  });

  test("deleting ends a queue that another process began", async ({ expect }) => {
    const queueId = await register();
    const { pool: elsewhere } = await world().start();
    await elsewhere.request(deleteQueue, alice, { queue_id: queueId }, options);
    const params = { queue_id: queueId, last_event_id: -1, dont_block: true };
    await expect(elsewhere.request(getEvents, alice, params, options)).rejects.toMatchObject(
      bad(queueId),
    );
  });
});
