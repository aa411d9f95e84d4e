import { deleteQueue, type DomainEvent, getEvents, registerQueue } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { userOf, World } from "./world.ts";

const alice = userOf(1);
const bob = userOf(2);
const options = { realmId: 1 };
const world = useWorld(() => World.create());
let pool: ServiceClient;

beforeAll(async () => {
  ({ pool } = await world().start());
});

async function register(caller: Caller): Promise<string> {
  const { queue_id: queueId } = await pool.request(registerQueue, caller, {}, options);
  return queueId ?? "";
}

function poll(caller: Caller, queueId: string, { block = false, through = pool } = {}) {
  const params = { queue_id: queueId, last_event_id: -1, dont_block: !block };
  return through.request(getEvents, caller, params, options);
}

function activity(userId: number, isActive: boolean): DomainEvent {
  const person = { user_id: userId, is_active: isActive };
  return { audience: { to: "everyone" }, event: { type: "realm_user", op: "update", person } };
}

const keyReplaced = (userId: number): DomainEvent => ({
  audience: { to: "users", ids: [] },
  event: { type: "api_key_replaced", user_id: userId },
});

function roleChange(userId: number, role: number): DomainEvent {
  const person = { user_id: userId, role };
  return { audience: { to: "everyone" }, event: { type: "realm_user", op: "update", person } };
}

const bad = { code: "BAD_EVENT_QUEUE_ID" };

describe("an organization with another address (docs/behaviour/events.md#end-of-access)", () => {
  test("all queues end at once, also the polls that wait, and those of other organizations stay", async ({
    expect,
  }) => {
    const queues = [await register(alice), await register(bob)] as const;
    const [first, second] = [alice, bob].map((caller, at) =>
      expect(poll(caller, queues[at] ?? "", { block: true })).rejects.toMatchObject(bad),
    );
    for (const queueId of queues) await world().parked(queueId);
    const changed = {
      audience: { to: "users" as const, ids: [] },
      event: { type: "address_changed" },
    };
    await world().publish([changed], { service: "users" });
    await first;
    await second;
    expect(await poll(alice, await register(alice))).toMatchObject({ events: [] });
  });
});

describe("deleted messages that are back (docs/behaviour/events.md#end-of-access)", () => {
  const restored = (ids: readonly number[], isPublic: boolean): DomainEvent => ({
    audience: { to: "users", ids: [] },
    event: {
      type: "messages_restored",
      stream_id: 1,
      message_ids: [7],
      concerned: { to: "users", ids: [...ids] },
      is_public: isPublic,
    },
  });

  test("restored messages end the queues of whoever they concern, also the poll that waits, and nobody else's", async ({
    expect,
  }) => {
    const waiting = await register(alice);
    const others = await register(bob);
    const refused = expect(poll(alice, waiting, { block: true })).rejects.toMatchObject(bad);
    await world().parked(waiting);
    await world().publish([restored([1], false)], { service: "messages" });
    await refused;
    expect((await poll(bob, others)).events).toEqual([]);
    await pool.request(deleteQueue, bob, { queue_id: others }, options);
  });

  test("restored messages of a public channel end the queues for all public channels", async ({
    expect,
  }) => {
    const asked = { all_public_streams: true };
    const { queue_id: all } = await pool.request(registerQueue, bob, asked, options);
    await world().publish([restored([1], false)], { service: "messages" });
    await world().settle();
    expect((await poll(bob, all ?? "")).events).toEqual([]);
    await world().publish([restored([1], true)], { service: "messages" });
    await world().settle();
    await expect(poll(bob, all ?? "")).rejects.toMatchObject(bad);
  });

  test("restored messages leave queues alone whose initial data have them", async ({ expect }) => {
    const queueId = await register(alice);
    await world().publish([restored([1], false)], { service: "messages", xid: "100" });
    await world().settle();
    expect((await poll(alice, queueId)).events).toEqual([]);
    await pool.request(deleteQueue, alice, { queue_id: queueId }, options);
  });
});

describe("deactivating a user", () => {
  test("deactivating a user ends the user's queues at once, also the poll that waits, and nobody else's", async ({
    expect,
  }) => {
    const waiting = await register(alice);
    const idle = await register(alice);
    const others = await register(bob);
    const refused = expect(poll(alice, waiting, { block: true })).rejects.toMatchObject(bad);
    await world().parked(waiting);
    await world().publish([activity(1, false)], { service: "users" });
    await refused;
    for (const queueId of [waiting, idle])
      await expect(poll(alice, queueId)).rejects.toMatchObject(bad);
    expect((await poll(bob, others)).events).toMatchObject([{ type: "realm_user" }]);
    await pool.request(deleteQueue, bob, { queue_id: others }, options);
  });

  test("deactivating a user ends queues that another process had, also after the user came back", async ({
    expect,
  }) => {
    const queueId = await register(alice);
    const { pool: elsewhere, service } = await world().start();
    await world().publish([activity(1, false)], { service: "users" });
    await world().publish([activity(1, true)], { service: "users" });
    await world().settle(service);
    await expect(poll(alice, queueId, { through: elsewhere })).rejects.toMatchObject(bad);
  });

  test("deactivating a user leaves queues alone whose initial data knew of it already", async ({
    expect,
  }) => {
    const queueId = await register(alice);
    await world().publish([activity(1, false)], { service: "users", xid: "100" });
    await world().settle();
    expect(await poll(alice, queueId)).toMatchObject({ events: [] });
  });
});

describe("replacing a user's key", () => {
  test("replacing a user's key ends the user's queues at once, also the poll that waits, and tells nobody", async ({
    expect,
  }) => {
    const waiting = await register(alice);
    const idle = await register(alice);
    const others = await register(bob);
    const refused = expect(poll(alice, waiting, { block: true })).rejects.toMatchObject(bad);
    await world().parked(waiting);
    await world().publish([keyReplaced(1)], { service: "users" });
    await refused;
    for (const queueId of [waiting, idle])
      await expect(poll(alice, queueId)).rejects.toMatchObject(bad);
    expect((await poll(bob, others)).events).toEqual([]);
    await pool.request(deleteQueue, bob, { queue_id: others }, options);
  });

  test("replacing a key leaves queues alone that were registered after it", async ({ expect }) => {
    await world().publish([keyReplaced(1)], { service: "users" });
    await world().settle();
    const queueId = await register(alice);
    expect((await poll(alice, queueId)).events).toEqual([]);
    await pool.request(deleteQueue, alice, { queue_id: queueId }, options);
  });
});

describe("making a user a guest", () => {
  test("becoming a guest ends queues of all public channels, closed to guests (docs/behaviour/events.md#end-of-access)", async ({
    expect,
  }) => {
    const { queue_id: all } = await pool.request(
      registerQueue,
      alice,
      { all_public_streams: true },
      options,
    );
    const own = await register(alice);
    await world().publish([roleChange(1, 300)], { service: "users" });
    await world().settle();
    expect((await poll(alice, all ?? "")).events).toHaveLength(1);
    await world().publish([roleChange(1, 600)], { service: "users" });
    await world().settle();
    await expect(poll(alice, all ?? "")).rejects.toMatchObject(bad);
    expect((await poll(alice, own)).events).toHaveLength(2);
    await pool.request(deleteQueue, alice, { queue_id: own }, options);
  });
});

describe("deactivating an organization", () => {
  const closed: DomainEvent = {
    audience: { to: "everyone" },
    event: { type: "realm", op: "deactivated", realm_id: 1 },
  };

  test("deactivating an organization tells the polls that wait, and ends all queues (docs/behaviour/events.md#end-of-access)", async ({
    expect,
  }) => {
    const waiting = await register(alice);
    const idle = await register(bob);
    const deaf = (await pool.request(registerQueue, bob, { event_types: ["message"] }, options))
      .queue_id;
    const announced = poll(alice, waiting, { block: true });
    const refused = expect(poll(bob, deaf ?? "", { block: true })).rejects.toMatchObject(bad);
    await world().parked(waiting);
    await world().parked(deaf ?? "");
    await world().publish([closed], { service: "users" });
    expect((await announced).events).toMatchObject([closed.event]);
    await refused;
    for (const [caller, queueId] of [
      [alice, waiting],
      [bob, idle],
      [bob, deaf ?? ""],
    ] as const)
      await expect(poll(caller, queueId)).rejects.toMatchObject(bad);
  });
});
