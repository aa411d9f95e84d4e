import { deleteQueue, getEvents, registerQueue } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, beforeEach, describe, test } from "vitest";

import { userOf, World } from "./world.ts";

const { realm } = userOf(1);
const nobody: Identity = { kind: "anonymous", realm, client: "test" };
const world = useWorld(() => World.create());
let pool: ServiceClient;

beforeAll(async () => {
  ({ pool } = await world().start());
});

beforeEach(() => {
  world().owners.refusal = undefined;
  world().owners.sections = {};
  world().owners.requests.length = 0;
});

type Params = Parameters<
  typeof pool.request<typeof registerQueue.params, typeof registerQueue.response>
>[2];

function register(params: Params = {}) {
  return pool.request(registerQueue, nobody, params, { realmId: realm.id });
}

describe("POST /register without credentials refuses (docs/behaviour/events.md#spectators)", () => {
  test("registering without credentials is refused where the organization lets no spectators in", async ({
    expect,
  }) => {
    const message = "Not logged in: API authentication or user session required";
    world().owners.refusal = new AppError("UNAUTHORIZED", message);
    await expect(register()).rejects.toMatchObject({ code: "UNAUTHORIZED", message });
    await expect(register({ client_gravatar: true })).rejects.toMatchObject({ message });
  });

  test("parameters that are not for spectators", async ({ expect }) => {
    const refused: readonly (readonly [Params, string])[] = [
      [{ client_gravatar: true }, "Invalid 'client_gravatar' parameter for anonymous request"],
      [
        { include_subscribers: "true" },
        "Invalid 'include_subscribers' parameter for anonymous request",
      ],
      [
        { include_subscribers: "partial" },
        "Invalid 'include_subscribers' parameter for anonymous request",
      ],
      [{ all_public_streams: true }, "User not authorized for this query"],
      [{ narrow: [["near", "1"]] }, "Operator near not supported."],
    ];
    for (const [params, message] of refused)
      await expect(register(params)).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("operations on queues are refused without credentials, as there is no queue", async ({
    expect,
  }) => {
    const options = { realmId: realm.id };
    for (const params of [{ queue_id: "0-0-x" }, { dont_block: true }]) {
      const given = pool.request(getEvents, nobody, params, options);
      await expect(given).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    }
    const deleted = pool.request(deleteQueue, nobody, { queue_id: "0-0-x" }, options);
    await expect(deleted).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

describe("POST /register without credentials (docs/behaviour/events.md#spectators)", () => {
  test("registering without credentials answers the initial data and no queue", async ({
    expect,
  }) => {
    world().owners.sections = { realm_name: "Team" };
    const before = [...world().queueIds()];
    expect(await register()).toMatchObject({
      queue_id: null,
      last_event_id: -1,
      zulip_feature_level: 417,
      service_feature_level: 417,
      realm_name: "Team",
    });
    expect([...world().queueIds()]).toEqual(before);
  });

  test("registering without credentials asks for addresses of pictures, as spectators cannot compute them", async ({
    expect,
  }) => {
    await register({ event_types: ["realm_user"] });
    expect(world().owners.requests[0]).toMatchObject({
      fetch: ["realm_user"],
      clientGravatar: false,
      includeSubscribers: "false",
    });
  });
});
