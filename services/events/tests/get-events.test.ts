import { deleteQueue, getEvents } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { type PollOptions, pollThrough, type RegisterParams, registerThrough } from "./calls.ts";
import { eventFor, messageFor, userOf, World } from "./world.ts";

const alice = userOf(1);
const bob = userOf(2);
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

describe("GET /events refuses with BAD_EVENT_QUEUE_ID (docs/behaviour/events.md#queues)", () => {
  const bad = (queueId: string) => ({
    code: "BAD_EVENT_QUEUE_ID",
    message: `Bad event queue ID: ${queueId}`,
    details: { queue_id: queueId },
  });

  test("a queue that never was", async ({ expect }) => {
    for (const queueId of ["nonsense", "0-1-00000000-0000-4000-8000-000000000000"]) {
      await expect(poll(alice, queueId)).rejects.toMatchObject(bad(queueId));
    }
  });

  test("a queue of somebody else or of another organization, as if it did not exist", async ({
    expect,
  }) => {
    const queueId = await register(alice);
    await expect(poll(bob, queueId)).rejects.toMatchObject(bad(queueId));
    await expect(poll(userOf(1, 2), queueId)).rejects.toMatchObject(bad(queueId));
    expect(await poll(alice, queueId)).toEqual([]);
  });

  test("a deleted queue, also for the poll that waits", async ({ expect }) => {
    const queueId = await register(alice);
    const waiting = poll(alice, queueId, { block: true });
    const refused = expect(waiting).rejects.toMatchObject(bad(queueId));
    await world().parked(queueId);
    await pool.request(deleteQueue, alice, { queue_id: queueId }, { realmId: 1 });
    await refused;
    await expect(poll(alice, queueId)).rejects.toMatchObject(bad(queueId));
  });

  test("no queue at all, unless it may register one", async ({ expect }) => {
    const none = pool.request(getEvents, alice, { dont_block: false }, { realmId: 1 });
    await expect(none).rejects.toMatchObject({
      code: "REQUEST_VARIABLE_MISSING",
      message: "Missing 'queue_id' argument",
    });
    world().owners.requests.length = 0;
    const registered = await pool.request(
      getEvents,
      alice,
      { dont_block: true, event_types: ["reaction"] },
      { realmId: 1 },
    );
    expect(registered).toMatchObject({ events: [], last_event_id: -1 });
    expect(world().owners.requests[0]?.fetch).toEqual([]);
    await world().publish([eventFor([1]), eventFor([1], { type: "typing" })]);
    await world().settle();
    const events = await poll(alice, registered.queue_id);
    expect(events.map(({ type }) => type)).toEqual(["reaction"]);
  });
});

describe("GET /events refuses a last event id (docs/behaviour/events.md#polling)", () => {
  test("a last event id below what was acknowledged is refused, and later events come as before", async ({
    expect,
  }) => {
    const queueId = await register(alice);
    for (const id of [1, 2]) await world().publish([eventFor([1], { message_id: id })]);
    await world().settle();
    const [first, second] = await poll(alice, queueId);
    expect(await poll(alice, queueId, { last: first?.id ?? 0 })).toEqual([second]);
    await expect(poll(alice, queueId)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "An event newer than -1 has already been pruned!",
    });
    expect(await poll(alice, queueId, { last: first?.id ?? 0 })).toEqual([second]);
  });

  test("a last event id of an event that is still to come is refused, and acknowledges nothing", async ({
    expect,
  }) => {
    const queueId = await register(alice);
    await expect(poll(alice, queueId, { last: 1_000_000_000 })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Event 1000000000 was not in this queue",
    });
    await world().publish([eventFor([1])]);
    await world().settle();
    expect(await poll(alice, queueId)).toHaveLength(1);
  });
});

describe("GET /events", () => {
  test("a waiting poll is woken by the events of its user and of nobody else", async ({
    expect,
  }) => {
    const [mine, theirs] = [await register(alice), await register(bob)];
    const waiting = poll(alice, mine, { block: true });
    await world().parked(mine);
    await world().publish([
      eventFor([2], { message_id: 1 }),
      eventFor([1], { message_id: 2 }),
      eventFor([1, 2], { message_id: 3 }),
    ]);
    expect((await waiting).map((event) => event["message_id"])).toEqual([2, 3]);
    expect((await poll(bob, theirs)).map((event) => event["message_id"])).toEqual([1, 3]);
  });

  test("a poll gives the same events again until they are acknowledged, with growing ids", async ({
    expect,
  }) => {
    const queueId = await register(alice);
    for (const id of [1, 2, 3]) await world().publish([eventFor([1], { message_id: id })]);
    await world().settle();
    const first = await poll(alice, queueId);
    expect(await poll(alice, queueId)).toEqual(first);
    const ids = first.map((event) => event.id);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    const after = await poll(alice, queueId, { last: ids[1] ?? 0 });
    expect(after.map((event) => event["message_id"])).toEqual([3]);
    expect(await poll(alice, queueId, { last: ids[2] ?? 0 })).toEqual([]);
  });

  test("a queue merges flag events that follow each other, under the id of the newest, until acknowledged", async ({
    expect,
  }) => {
    const flags = (ids: readonly number[], op = "add") =>
      eventFor([1], {
        type: "update_message_flags",
        op,
        operation: op,
        flag: "starred",
        messages: ids,
        all: false,
      });
    const queueId = await register(alice);
    await world().publish([flags([1])]);
    await world().settle();
    const [alone] = await poll(alice, queueId);
    await world().publish([flags([2]), eventFor([2]), flags([3])]);
    await world().publish([flags([2], "remove"), eventFor([1])]);
    await world().publish([flags([4])]);
    await world().settle();
    const events = await poll(alice, queueId);
    const summary = (all: typeof events) =>
      all.map(({ messages, op, type }) => [type, op, messages]);
    expect(summary(events)).toEqual([
      ["update_message_flags", "add", [1, 2, 3]],
      ["update_message_flags", "remove", [2]],
      ["reaction", "add", undefined],
      ["update_message_flags", "add", [4]],
    ]);
    expect(events[0]?.id).toBeGreaterThan(alone?.id ?? Infinity);
    expect(events[1]?.id).toBeGreaterThan(events[0]?.id ?? Infinity);
    const rest = await poll(alice, queueId, { last: alone?.id ?? 0 });
    expect(summary(rest)[0]).toEqual(["update_message_flags", "add", [2, 3]]);
    expect(rest[0]?.id).toBe(events[0]?.id);
  });

  test("a second poll releases the first", async ({ expect }) => {
    const queueId = await register(alice);
    const first = poll(alice, queueId, { block: true });
    await world().parked(queueId);
    const second = poll(alice, queueId, { block: true });
    expect(await first).toEqual([]);
    await world().parked(queueId);
    await world().publish([eventFor([1])]);
    expect(await second).toHaveLength(1);
  });

  test("a heartbeat comes after 45 to 55 s, whatever the event types, below every later id", async ({
    expect,
  }) => {
    const queueId = await register(alice, { event_types: ["reaction"] });
    const waiting = poll(alice, queueId, { block: true });
    await world().parked(queueId);
    now += 44_999;
    world().beat();
    expect(world().isParked(queueId)).toBe(true);
    now += 1;
    world().beat();
    const [heartbeat] = await waiting;
    expect(heartbeat).toMatchObject({ type: "heartbeat" });
    await world().publish([eventFor([1])]);
    await world().settle();
    const [event] = await poll(alice, queueId, { last: heartbeat?.id ?? 0 });
    expect(event?.id).toBeGreaterThan(heartbeat?.id ?? Infinity);
  });

  test("a queue shows messages in the form it asked for, with the flags of its user", async ({
    expect,
  }) => {
    const html = await register(alice, { apply_markdown: true, client_gravatar: false });
    const raw = await register(bob, { apply_markdown: false });
    await world().publish([{ ...messageFor([1, 2], { subject: "" }), flags: { "1": ["read"] } }]);
    await world().settle();
    expect((await poll(alice, html))[0]).toMatchObject({
      type: "message",
      flags: ["read"],
      message: {
        content: "<p><strong>hi</strong></p>",
        content_type: "text/html",
        avatar_url: "https://avatars.example/7",
        subject: "general chat",
      },
    });
    expect((await poll(bob, raw))[0]).toMatchObject({
      flags: [],
      message: { content: "**hi**", content_type: "text/x-markdown", avatar_url: null },
    });
  });

  test("a queue shows the flags of everybody to those who have none of their own", async ({
    expect,
  }) => {
    const queues = [await register(alice), await register(bob)] as const;
    const flags = {
      "*": ["stream_wildcard_mentioned"],
      "1": ["read", "stream_wildcard_mentioned"],
    };
    await world().publish([{ ...messageFor([1, 2]), flags }]);
    await world().settle();
    expect((await poll(alice, queues[0]))[0]).toMatchObject({ flags: flags["1"] });
    expect((await poll(bob, queues[1]))[0]).toMatchObject({ flags: flags["*"] });
  });

  test("a queue that sent a message gets its local id, under both names, and no other queue does", async ({
    expect,
  }) => {
    const sending = await register(alice);
    const other = await register(alice);
    await world().publish([{ ...messageFor([1]), origin: { queueId: sending, localId: "17.1" } }]);
    await world().settle();
    expect((await poll(alice, sending))[0]).toMatchObject({
      local_message_id: "17.1",
      local_id: "17.1",
    });
    expect((await poll(alice, other))[0]).not.toHaveProperty("local_message_id");
  });

  test("a queue gets messages of public channels when it wants all of them, and of no others", async ({
    expect,
  }) => {
    const all = await register(bob, { all_public_streams: true });
    const own = await register(bob);
    await world().publish([
      { ...messageFor([1], { id: 1 }), publicChannel: true },
      messageFor([1], { id: 2 }),
    ]);
    await world().settle();
    expect((await poll(bob, all)).map((event) => event["message"])).toMatchObject([{ id: 1 }]);
    expect(await poll(bob, own)).toEqual([]);
  });

  test("a queue filters messages by its narrow and leaves other events alone", async ({
    expect,
  }) => {
    const queueId = await register(alice, {
      narrow: [
        ["channel", "GENERAL"],
        ["topic", "Lunch"],
      ],
    });
    await world().publish([
      messageFor([1], { id: 1, subject: "lunch" }),
      messageFor([1], { id: 2, subject: "dinner" }),
      eventFor([1]),
    ]);
    await world().settle();
    expect((await poll(alice, queueId)).map((event) => event.type)).toEqual([
      "message",
      "reaction",
    ]);
  });
});
