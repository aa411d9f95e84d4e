// What each parameter of a registration does, in both ways of registering.
import {
  clientCapabilities,
  type DomainEvent,
  encodeAudience,
  getEvents,
  type RegisterRequest,
} from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, beforeEach, describe, test } from "vitest";

import { pollThrough, type RegisterParams, registerThrough } from "./calls.ts";
import { eventFor, messageFor, userOf, World } from "./world.ts";

const me = userOf(1);
const world = useWorld(() => World.create());
let pool: ServiceClient;
let now = 1_000_000;

beforeAll(async () => {
  ({ pool } = await world().start({ now: () => now, random: () => 0 }));
});

beforeEach(() => {
  world().owners.requests.length = 0;
});

const mine = encodeAudience([me.userId]);
const presence = { website: { client: "website", status: "active", timestamp: 5 } };

/** Something of everything whose form or delivery a registration decides. */
const bundle: readonly DomainEvent[] = [
  messageFor([1], { id: 1 }),
  { ...messageFor([2], { id: 2 }), publicChannel: true },
  {
    audience: mine,
    event: {
      type: "presence",
      user_id: 7,
      email: "seven@example.com",
      server_timestamp: 5,
      presence,
    },
    internal: { active_timestamp: 5, idle_timestamp: 5 },
  },
  {
    audience: mine,
    event: {
      type: "subscription",
      op: "add",
      subscriptions: [{ stream_id: 9, name: "general", subscribers: [1, 7] }],
    },
  },
  eventFor([1]),
];

/** The two ways of registering, and what each fetches when nothing is said of it. */
const operations = {
  "POST /register": {
    register: (params: RegisterParams) => registerThrough(pool, me, params),
    fetchedOf: (types: readonly string[] | null) => types,
  },
  "GET /events": {
    register: async (params: RegisterParams) => {
      const given = { ...params, dont_block: true };
      const answer = await pool.request(getEvents, me, given, { realmId: me.realm.id });
      return answer.queue_id;
    },
    // Initial data comes only when it is asked for by name.
    fetchedOf: () => [],
  },
} as const;

/** Publishes the bundle and returns a short form of the events that the queue gets. */
async function heardOf(queueId: string) {
  await world().publish(bundle);
  await world().settle();
  const events = await pollThrough(pool, queueId, { caller: me });
  const of = (wanted: string) => events.filter(({ type }) => type === wanted);
  const messages = of("message").map((event) => {
    const { avatar_url, content, id } = event["message"] as Record<string, unknown>;
    return [id, content, avatar_url];
  });
  const presences = of("presence").map(({ id: _id, type: _type, ...fields }) =>
    Object.keys(fields),
  );
  const subscriptions = of("subscription").flatMap((event) => event["subscriptions"]);
  return { types: events.map(({ type }) => type), messages, presences, subscriptions };
}

const usualRequest: RegisterRequest = {
  fetch: null,
  clientGravatar: true,
  includeSubscribers: "false",
  slimPresence: false,
  presenceHistoryLimitDays: 14,
  capabilities: {},
};
const usual = {
  types: ["message", "presence", "subscription", "reaction"],
  messages: [[1, "**hi**", null]],
  presences: [["user_id", "email", "server_timestamp", "presence"]],
  subscriptions: [{ stream_id: 9, name: "general" }],
};
type Heard = Awaited<ReturnType<typeof heardOf>>;

const subscribers = { subscriptions: [{ stream_id: 9, name: "general", subscribers: [1, 7] }] };
const messageTwice = [1, 2].map((id) => [id, "**hi**", null]);
const onlyMessages = { types: ["message"], presences: [], subscriptions: [] };
const noMessages = { types: usual.types.slice(1), messages: [] };
const capabilities = { notification_settings_null: true, simplified_presence_events: true };

/**
 * Parameters, the request to the owners of the initial data that they cause, and the events of the queue; each as usual
 * where nothing is given.
 */
const rows: readonly (readonly [RegisterParams, Partial<RegisterRequest>, Partial<Heard>])[] = [
  [{}, {}, {}],
  [{ apply_markdown: false }, {}, {}],
  [{ apply_markdown: true }, {}, { messages: [[1, "<p><strong>hi</strong></p>", null]] }],
  [{ client_gravatar: true }, {}, {}],
  [
    { client_gravatar: false },
    { clientGravatar: false },
    { messages: [[1, "**hi**", "https://avatars.example/7"]] },
  ],
  [{ include_subscribers: "false" }, {}, {}],
  [{ include_subscribers: "true" }, { includeSubscribers: "true" }, subscribers],
  [{ include_subscribers: "partial" }, { includeSubscribers: "partial" }, subscribers],
  [{ slim_presence: false }, {}, {}],
  [
    { slim_presence: true },
    { slimPresence: true },
    { presences: [["user_id", "server_timestamp", "presence"]] },
  ],
  [{ presence_history_limit_days: 14 }, {}, {}],
  [{ presence_history_limit_days: 3 }, { presenceHistoryLimitDays: 3 }, {}],
  [{ event_types: ["message"] }, { fetch: ["message"] }, onlyMessages],
  [{ all_public_streams: false }, {}, {}],
  [
    { all_public_streams: true },
    {},
    { types: ["message", ...usual.types], messages: messageTwice },
  ],
  [
    { client_capabilities: capabilities },
    { capabilities: clientCapabilities.parse(capabilities) },
    { presences: [["presences"]] },
  ],
  [{ narrow: [] }, {}, {}],
  [{ narrow: [["topic", "lunch"]] }, {}, {}],
  [{ narrow: [["topic", "dinner"]] }, {}, noMessages],
];

describe.for(Object.entries(operations))(
  "%s (docs/behaviour/events.md#registering)",
  ([, { fetchedOf, register }]) => {
    test.for(rows)(
      "a registration with %j answers accordingly",
      async ([given, asked, heard], { expect }) => {
        const queueId = await register(given);
        const wanted = { ...usualRequest, ...asked };
        expect(world().owners.requests[0]).toEqual({ ...wanted, fetch: fetchedOf(wanted.fetch) });
        expect(await heardOf(queueId)).toEqual({ ...usual, ...heard });
      },
    );

    test("a registration with fetch_event_types fetches these, and its queue gets everything", async ({
      expect,
    }) => {
      const queueId = await register({ fetch_event_types: ["realm"] });
      expect(world().owners.requests[0]).toEqual({ ...usualRequest, fetch: ["realm"] });
      expect(await heardOf(queueId)).toEqual(usual);
    });

    test("a registration with queue_lifespan_secs keeps the queue so long, and ten minutes without", async ({
      expect,
    }) => {
      const [short, none, long] = [
        await register({}),
        await register({ queue_lifespan_secs: 0 }),
        await register({ queue_lifespan_secs: 3600 }),
      ];
      now += 1_800_000;
      await world().sweep();
      for (const queueId of [short, none])
        await expect(pollThrough(pool, queueId, { caller: me })).rejects.toMatchObject({
          code: "BAD_EVENT_QUEUE_ID",
        });
      expect(await pollThrough(pool, long, { caller: me })).toEqual([]);
      now += 3_600_000;
      await world().sweep();
      await expect(pollThrough(pool, long, { caller: me })).rejects.toMatchObject({
        code: "BAD_EVENT_QUEUE_ID",
      });
    });
  },
);
