import { deleteQueue, listLimits, storedLimits } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { newQueueId, parseQueueId, type ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, onTestFinished, test } from "vitest";

import type { EventsService } from "../src/index.ts";
import { pollThrough, type RegisterParams, registerThrough } from "./calls.ts";
import { descriptor } from "./descriptor.ts";
import { eventFor, userOf, World } from "./world.ts";

const { most } = storedLimits.queuesOfUser;
const world = useWorld(() => World.create());
let service: EventsService;
let pool: ServiceClient;
let now = 1_000_000;
let users = 10;

beforeAll(async () => {
  ({ pool, service } = await world().start({ now: () => now }));
});

/** Somebody without queues. */
function somebody(): Caller {
  users += 1;
  return userOf(users);
}

function register(caller: Caller, params: RegisterParams = {}): Promise<string> {
  now += 1;
  return registerThrough(pool, caller, params);
}

async function registerMost(caller: Caller): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < most; count += 1) ids.push(await register(caller));
  return ids;
}

const isGone = { code: "BAD_EVENT_QUEUE_ID" };

describe("of the queues of one user", () => {
  test("the one that nobody has polled for longest ends when there is one too many, and the newest works", async ({
    expect,
  }) => {
    const [alice, bob] = [somebody(), somebody()];
    const others = await register(bob);
    const [first = "", second = "", third = ""] = await registerMost(alice);
    now += 1;
    expect(await pollThrough(pool, first, { caller: alice })).toEqual([]);
    const newest = await register(alice);
    await expect(pollThrough(pool, second, { caller: alice })).rejects.toMatchObject(isGone);
    await world().publish([eventFor([alice.userId, bob.userId])]);
    await world().settle();
    for (const id of [first, third, newest])
      expect(await pollThrough(pool, id, { caller: alice })).toHaveLength(1);
    expect(await pollThrough(pool, others, { caller: bob })).toHaveLength(1);
  });

  test("one that a client waits for does not end while another is idle", async ({ expect }) => {
    const alice = somebody();
    const [first = "", second = ""] = await registerMost(alice);
    const waiting = pollThrough(pool, first, { caller: alice, block: true });
    await world().parked(first);
    now += 60_000;
    await register(alice);
    await expect(pollThrough(pool, second, { caller: alice })).rejects.toMatchObject(isGone);
    await world().publish([eventFor([alice.userId])]);
    expect(await waiting).toHaveLength(1);
  });

  test("a user keeps so many queues when many are registered at once, here and in the store", async ({
    expect,
  }) => {
    const alice = somebody();
    const ids = await Promise.all(Array.from({ length: most + 50 }, () => register(alice)));
    const alive = ids.filter((id) => service.hub.table.has(id));
    expect(alive).toHaveLength(most);
    const other = await world().start({ now: () => now });
    for (const id of ids) {
      const polled = pollThrough(other.pool, id, { caller: alice });
      if (alive.includes(id)) expect(await polled).toEqual([]);
      else await expect(polled).rejects.toMatchObject(isGone);
    }
  });
});

describe("the memory of queues", () => {
  const longest: RegisterParams = {
    event_types: Array.from({ length: listLimits.eventTypes }, (_, at) =>
      `é${at}`.padEnd(100, "x"),
    ),
    narrow: Array.from({ length: listLimits.queueNarrowTerms }, () => ["topic", "é".repeat(300)]),
  };

  test("the memory of queues is counted, bounded for each, and given back", async ({ expect }) => {
    const alice = somebody();
    const before = service.hub.queueBytes;
    const plain = await register(alice);
    const ofPlain = service.hub.queueBytes - before;
    expect(ofPlain).toBeLessThan(8 * 1024);
    const long = await register(alice, longest);
    const ofLong = service.hub.queueBytes - before - ofPlain;
    expect(ofLong).toBeGreaterThan(20_000);
    expect(ofLong).toBeLessThan(128 * 1024);
    for (const id of [plain, long]) {
      const queue = service.hub.table.get(id);
      if (queue) await service.hub.delete(queue, "deletion");
    }
    expect(service.hub.queueBytes).toBe(before);
  });

  test("a parameter that is longer than a queue may keep is refused with its name", async ({
    expect,
  }) => {
    const alice = somebody();
    const before = service.hub.queueBytes;
    const terms = Array.from({ length: 20_000 }, (_, at): [string, string] => ["topic", `${at}`]);
    await expect(register(alice, { narrow: terms })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "narrow is too long (limit: 20 items)",
    });
    await expect(
      register(alice, { event_types: Array.from({ length: 201 }, () => "message") }),
    ).rejects.toMatchObject({ message: "event_types is too long (limit: 200 items)" });
    expect(service.hub.queueBytes).toBe(before);
  });

  test("queues of older releases that are longer than allowed are gone", async ({ expect }) => {
    const alice = somebody();
    const id = newQueueId({ partition: 0, slot: 1 });
    const narrow = Array.from({ length: 54_000 }, (_, at): [string, string] => ["topic", `${at}`]);
    await world().store.put({
      ...descriptor,
      ...service.hub.begin(1),
      id,
      userId: alice.userId,
      narrow,
    });
    const before = service.hub.queueBytes;
    await service.expiry.adopt();
    expect(service.hub.table.has(id)).toBe(false);
    await expect(pollThrough(pool, id, { caller: alice })).rejects.toMatchObject(isGone);
    for await (const stored of world().store.ids()) expect(stored).not.toBe(id);
    expect(service.hub.queueBytes).toBe(before);
  });
});

describe("the limit of an organization's queues (docs/hosting.md#quotas)", () => {
  test("queues are registered up to the limit and none on top, also at the same moment, until one has ended", async ({
    expect,
  }) => {
    const of = (userId: number) => userOf(userId, 777);
    const [first, second] = [await register(of(1)), await register(of(2))];
    world().owners.mostQueues = 4;
    onTestFinished(() => {
      world().owners.mostQueues = undefined;
    });
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((id) => register(of(id))));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await expect(register(of(6))).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message:
        "This exceeds the organization's limit of 4 event queues, of which it has 4. Whoever operates the server can raise it.",
    });
    expect(await pollThrough(pool, first, { caller: of(1) })).toEqual([]);
    await pool.request(deleteQueue, of(2), { queue_id: second }, { realmId: 777 });
    await register(of(6));
  });

  test("queues of an organization that may have few have one slot, and those of one without a limit many", async ({
    expect,
  }) => {
    const slotsOf = async (realmId: number) => {
      const ids = await Promise.all([1, 2, 3, 4].map((id) => register(userOf(id, realmId))));
      return new Set(ids.map((id) => parseQueueId(id)?.slot));
    };
    expect((await slotsOf(778)).size).toBe(4);
    world().owners.mostQueues = 100;
    onTestFinished(() => {
      world().owners.mostQueues = undefined;
    });
    expect((await slotsOf(779)).size).toBe(1);
  });
});
