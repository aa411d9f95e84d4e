import { getEvents, layoutOf, registerQueue } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { noteLayout } from "@team-chat/nats";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { beforeAll, beforeEach, describe, test, vi } from "vitest";

import { eventFor, userOf, World } from "./world.ts";

const me = userOf(1);
const world = useWorld(() => World.create());
let pool: ServiceClient;

beforeAll(async () => {
  ({ pool } = await world().start());
});

beforeEach(() => {
  world().owners.sections = {};
  world().owners.snapshot = "500:500:";
  world().owners.requests.length = 0;
});

function register(
  caller: Caller,
  params: Parameters<
    typeof pool.request<typeof registerQueue.params, typeof registerQueue.response>
  >[2] = {},
) {
  return pool.request(registerQueue, caller, params, { realmId: caller.realm.id });
}

async function eventsOf(queueId: string): Promise<readonly Record<string, unknown>[]> {
  const params = { queue_id: queueId, last_event_id: -1, dont_block: true };
  const answer = await pool.request(getEvents, me, params, { realmId: me.realm.id });
  return answer.events;
}

describe("POST /register refuses (docs/behaviour/events.md#registering)", () => {
  test("registering refuses capabilities without notification_settings_null", async ({
    expect,
  }) => {
    await expect(
      pool.request(
        withAnyParams(registerQueue),
        me,
        { client_capabilities: {} },
        { realmId: me.realm.id },
      ),
    ).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: 'client_capabilities["notification_settings_null"] field is missing: Field required',
    });
  });

  test("registering refuses narrow operators that events cannot be filtered by", async ({
    expect,
  }) => {
    await expect(register(me, { narrow: [["near", "1"]] })).rejects.toMatchObject({
      message: "Operator near not supported.",
    });
    await expect(register(me, { narrow: [["is", "followed"]] })).rejects.toMatchObject({
      message: "Operand followed not supported.",
    });
  });

  test("registering refuses a guest who wants all public channels", async ({ expect }) => {
    await expect(register(userOf(2, 1, 600), { all_public_streams: true })).rejects.toMatchObject({
      message: "User not authorized for this query",
    });
  });
});

test("POST /register fails only where the stream is out of reach (docs/behaviour/events.md#registering)", async ({
  expect,
}) => {
  // A raise has begun, and only the stream of the first of two partitions exists.
  const layout = layoutOf("1,1000:2");
  await noteLayout(world().nats, { layout: layout.text, before: "1" });
  const { hub } = await world().startUnready({}, { layout });
  expect(() => hub.begin(1001)).toThrow(
    expect.objectContaining({
      code: "SERVICE_UNAVAILABLE",
      status: 503,
      message: "Could not allocate event queue",
      details: { "retry-after": 1 },
    }),
  );
  await vi.waitFor(() => hub.begin(1002), { timeout: 240_000 });
  expect(() => hub.begin(1001)).toThrow("Could not allocate event queue");
});

describe("POST /register (docs/behaviour/events.md#registering)", () => {
  test("registering answers the sections of all services with both spellings of the version", async ({
    expect,
  }) => {
    world().owners.sections = { max_message_id: 12, realm_name: 'Team "A"' };
    const answer = await register(me);
    expect(answer).toMatchObject({
      last_event_id: -1,
      max_message_id: 12,
      realm_name: 'Team "A"',
      zulip_feature_level: 417,
      service_feature_level: 417,
    });
    expect(answer.queue_id).toMatch(/^0-\d+-[0-9a-f-]{36}$/);
  });

  test("registering fetches what fetch_event_types names, else what event_types names, else everything", async ({
    expect,
  }) => {
    await register(me, { event_types: ["message"], fetch_event_types: ["realm"] });
    await register(me, { event_types: ["message"] });
    await register(me);
    const asked = world().owners.requests.map((request) => request.fetch);
    expect([asked[0], asked[3], asked[6]]).toEqual([["realm"], ["message"], null]);
  });

  test("registering drops events whose transaction the initial data saw, and keeps all others", async ({
    expect,
  }) => {
    world().owners.snapshot = "100:110:105";
    const { queue_id: queueId } = await register(me);
    for (const xid of ["99", "104", "105", "109", "110", "111"]) {
      await world().publish([eventFor([1], { emoji_name: xid })], { xid });
    }
    await world().settle();
    const events = await eventsOf(queueId ?? "");
    expect(events.map((event) => event["emoji_name"])).toEqual(["105", "110", "111"]);
  });

  test("a registered queue keeps only the event types asked for", async ({ expect }) => {
    const { queue_id: queueId } = await register(me, { event_types: ["reaction"] });
    await world().publish([eventFor([1], { type: "typing" }), eventFor([1])]);
    await world().settle();
    expect((await eventsOf(queueId ?? "")).map((event) => event["type"])).toEqual(["reaction"]);
  });
});
