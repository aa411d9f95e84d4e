import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { getEvents, registerQueue } from "@team-chat/contract";
import { newQueueId, type ServiceClient, slotsPerPartition } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import type { EventsService } from "../src/index.ts";
import type { Descriptor } from "../src/values/descriptor.ts";
import { eventFor, userOf, World } from "./world.ts";

const abandoned = 10_000;
const mebibyte = 1024 * 1024;
const ringLimits = { realmBytes: 2 * mebibyte, allBytes: 4 * mebibyte };

const world = useWorld(() => World.create());
let service: EventsService;
let pool: ServiceClient;

beforeAll(async () => {
  ({ pool, service } = await world().start({ ringLimits }));
});

function descriptorFor(userId: number): Descriptor {
  return {
    ...service.hub.begin(1),
    id: newQueueId({ partition: 0, slot: userId % slotsPerPartition }),
    realmId: 1,
    userId,
    snapshots: { messages: "500:500:" },
    eventTypes: null,
    narrow: [],
    allPublicStreams: false,
    applyMarkdown: true,
    clientGravatar: true,
    slimPresence: false,
    includeSubscribers: false,
    capabilities: {},
    emptyTopicName: "general chat",
    lifespanMs: 600_000,
    polledAt: Date.now(),
  };
}

/** Bytes of the heap that are in use, with nothing left to collect. */
function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

/** Traffic for everybody, of about this many bytes. */
async function traffic(bytes: number): Promise<void> {
  const text = "x".repeat(50_000);
  for (let sent = 0; sent < bytes; sent += text.length)
    await world().publish([eventFor([1, 2, 3], { text })]);
  await world().settle();
}

describe("ten thousand queues whose clients never return (issue: promise 5)", () => {
  test("ten thousand queues whose clients never return cost a few kilobytes each and are served from the stream", async ({
    expect,
  }) => {
    const alice = userOf(1);
    const { queue_id: queueId } = await pool.request(registerQueue, alice, {}, { realmId: 1 });
    const before = heapBytes();
    for (let first = 0; first < abandoned; first += 500) {
      const users = Array.from({ length: 500 }, (_, index) => 10 + first + index);
      await Promise.all(users.map((userId) => service.hub.add(descriptorFor(userId))));
    }
    const created = heapBytes();
    expect((created - before) / abandoned).toBeLessThan(8 * 1024);
    await traffic(2 * ringLimits.realmBytes);
    const early = heapBytes();
    expect(service.hub.ringBytes).toBeLessThanOrEqual(ringLimits.realmBytes);
    await traffic(8 * ringLimits.realmBytes);
    expect(service.hub.ringBytes).toBeLessThanOrEqual(ringLimits.realmBytes);
    expect(heapBytes() - early).toBeLessThan(2 * ringLimits.realmBytes);
    const params = { queue_id: queueId ?? "", last_event_id: -1, dont_block: true };
    const { events } = await pool.request(getEvents, alice, params, { realmId: 1 });
    const sent = Math.ceil((2 * mebibyte * 2) / 50_000) + Math.ceil((2 * mebibyte * 8) / 50_000);
    expect(events).toHaveLength(sent);
  });
});
