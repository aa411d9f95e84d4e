import { clientCapabilities, deleteQueue, getEvents, registerQueue } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { beforeAll, beforeEach, describe, test } from "vitest";

import { pollThrough, type RegisterParams, registerThrough } from "./calls.ts";
import { eventFor, messageFor, userOf, World } from "./world.ts";

const me = userOf(1);
const options = { realmId: 1 };
const capabilityNames = Object.keys(clientCapabilities.shape);
const world = useWorld(() => World.create());
let pool: ServiceClient;
let now = 1_000_000;

beforeAll(async () => {
  ({ pool } = await world().start({ now: () => now, random: () => 0.999_999 }));
});

beforeEach(() => {
  world().owners.requests.length = 0;
});

/** Registers, and returns the request to the owners of the initial data. */
async function askedFor(params: RegisterParams) {
  await registerThrough(pool, me, params);
  return world().owners.requests[0];
}

describe("POST /register asks the owners of the initial data (docs/behaviour/events.md#initial-data)", () => {
  test("registering asks the owners of the initial data with the documented defaults when nothing is given", async ({
    expect,
  }) => {
    expect(await askedFor({})).toEqual({
      fetch: null,
      clientGravatar: true,
      includeSubscribers: "false",
      slimPresence: false,
      presenceHistoryLimitDays: 14,
      capabilities: {},
    });
  });

  test("registering passes everything that is given to the owners of the initial data, but no unknown capability", async ({
    expect,
  }) => {
    const all = Object.fromEntries(capabilityNames.map((name) => [name, true]));
    const more = { notification_settings_null: true, individual_emoji_changes: true };
    const asked = await askedFor({
      client_gravatar: false,
      include_subscribers: "partial",
      slim_presence: true,
      presence_history_limit_days: 3,
      event_types: ["realm", "no_such_type"],
      client_capabilities: { ...all, ...more },
    });
    expect(asked).toEqual({
      fetch: ["realm", "no_such_type"],
      clientGravatar: false,
      includeSubscribers: "partial",
      slimPresence: true,
      presenceHistoryLimitDays: 3,
      capabilities: all,
    });
    expect(capabilityNames).toHaveLength(11);
  });
});

describe("POST /register refuses (docs/behaviour/events.md#registering)", () => {
  const refused: readonly (readonly [name: string, value: unknown])[] = [
    ["include_subscribers", "some"],
    ["presence_history_limit_days", -1],
    ["narrow", [["is", "dm", "now"]]],
    ["narrow", [["is"]]],
    ["event_types", "message"],
    ["fetch_event_types", { message: true }],
    ["all_public_streams", "perhaps"],
    ["queue_lifespan_secs", -1],
  ];

  test.for(refused)("registering refuses %s=%j", async ([name, value], { expect }) => {
    await expect(registerThrough(pool, me, { [name]: value })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    expect(world().owners.requests).toEqual([]);
  });
});

describe("a queue", () => {
  test("a queue gets the messages that match every pair of its narrow (docs/behaviour/events.md#narrow-of-a-queue)", async ({
    expect,
  }) => {
    const narrows: readonly (readonly [pairs: [string, string][], ids: readonly number[]])[] = [
      [[], [1, 2]],
      [[["stream", "General"]], [1, 2]],
      [[["channel", "nowhere"]], []],
      [[["topic", "LUNCH"]], [1]],
      [[["sender", "Seven@example.com"]], [1, 2]],
      [[["is", "dm"]], []],
      [[["is", "private"]], []],
      [[["is", "resolved"]], [2]],
      [[["is", "unread"]], [2]],
      [[["is", "starred"]], []],
      [[["is", "mentioned"]], [2]],
      [[["is", "alerted"]], [2]],
      [[["is", "whatever"]], [1, 2]],
      [
        [
          ["channel", "general"],
          ["is", "resolved"],
        ],
        [2],
      ],
    ];
    const queues: string[] = [];
    for (const [narrow] of narrows) queues.push(await registerThrough(pool, me, { narrow }));
    await world().publish([
      { ...messageFor([1], { id: 1 }), flags: { "1": ["read"] } },
      { ...messageFor([1], { id: 2, subject: "✔ done" }), flags: { "1": ["mentioned"] } },
    ]);
    await world().settle();
    for (const [index, [narrow, ids]] of narrows.entries()) {
      const events = await pollThrough(pool, queues[index] ?? "", { caller: me });
      const heard = events.map((event) => (event["message"] as { id: number }).id);
      expect([narrow, heard]).toEqual([narrow, ids]);
    }
  });

  test("a queue is polled without a last event id from what was acknowledged last (docs/behaviour/events.md#polling)", async ({
    expect,
  }) => {
    const queueId = await registerThrough(pool, me);
    for (const id of [1, 2]) await world().publish([eventFor([1], { message_id: id })]);
    await world().settle();
    const [first] = await pollThrough(pool, queueId, { caller: me });
    await pollThrough(pool, queueId, { caller: me, last: first?.id ?? 0 });
    const params = { queue_id: queueId, dont_block: true };
    const { events } = await pool.request(getEvents, me, params, options);
    expect(events.map((event) => event["message_id"])).toEqual([2]);
  });

  test("a queue gets a heartbeat after at most 55 s (docs/behaviour/events.md#heartbeats)", async ({
    expect,
  }) => {
    const queueId = await registerThrough(pool, me);
    const waiting = pollThrough(pool, queueId, { caller: me, block: true });
    await world().parked(queueId);
    now += 54_990;
    world().beat();
    expect(world().isParked(queueId)).toBe(true);
    now += 10;
    world().beat();
    expect(await waiting).toMatchObject([{ type: "heartbeat" }]);
  });

  test("a queue shows Markdown and no computable avatars by default (docs/behaviour/events.md#options-of-a-queue)", async ({
    expect,
  }) => {
    const byDefault = await registerThrough(pool, me);
    const asked = await registerThrough(pool, me, { apply_markdown: true, client_gravatar: false });
    await world().publish([messageFor([1])]);
    await world().settle();
    const messageOf = async (queueId: string) =>
      (await pollThrough(pool, queueId, { caller: me }))[0]?.["message"];
    expect(await messageOf(byDefault)).toMatchObject({
      content: "**hi**",
      content_type: "text/x-markdown",
      avatar_url: null,
    });
    expect(await messageOf(asked)).toMatchObject({
      content: "<p><strong>hi</strong></p>",
      content_type: "text/html",
      avatar_url: "https://avatars.example/7",
    });
  });

  test("a queue answers events by id with its own id, and blocks by default (docs/behaviour/events.md#polling)", async ({
    expect,
  }) => {
    const queueId = await registerThrough(pool, me);
    const ask = { queue_id: queueId, last_event_id: -1 };
    const waiting = pool.request(getEvents, me, ask, options);
    await world().parked(queueId);
    await world().publish([eventFor([1], { message_id: 1 }), eventFor([1], { message_id: 2 })]);
    const answer = await waiting;
    expect(Object.keys(answer).toSorted()).toEqual(["events", "msg", "queue_id", "result"]);
    expect(answer.queue_id).toBe(queueId);
    const ids = answer.events.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const [first = 0] = ids;
    const later = { ...ask, last_event_id: first };
    expect(await pool.request(getEvents, me, later, options)).toMatchObject({
      events: [{ message_id: 2 }],
      queue_id: queueId,
    });
  });

  test("a queue is answered at once with nothing when it should not block", async ({ expect }) => {
    const queueId = await registerThrough(pool, me);
    expect(await pollThrough(pool, queueId, { caller: me })).toEqual([]);
    expect(world().isParked(queueId)).toBe(false);
  });
});

test("GET /events and DELETE /events name the parameter that is missing (docs/behaviour/events.md#polling)", async ({
  expect,
}) => {
  const missing = { code: "REQUEST_VARIABLE_MISSING", details: { var_name: "queue_id" } };
  await expect(pool.request(getEvents, me, {}, options)).rejects.toMatchObject(missing);
  await expect(pool.request(withAnyParams(deleteQueue), me, {}, options)).rejects.toMatchObject(
    missing,
  );
  const registered = await pool.request(registerQueue, me, {}, options);
  const last = { queue_id: registered.queue_id ?? "", last_event_id: "x" };
  await expect(pool.request(withAnyParams(getEvents), me, last, options)).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
});
