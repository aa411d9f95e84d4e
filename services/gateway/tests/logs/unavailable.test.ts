import { newQueueId } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { type Call, open } from "../client.ts";
import { World } from "../world.ts";
import { LogLines } from "./log-lines.ts";

const world = useWorld(() => World.create());
/** Nobody listens there. */
const away = "http://127.0.0.1:1";
const queueId = newQueueId({ partition: 0, slot: 1 });
const page = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

interface Case {
  readonly what: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ask: Pick<Call, "form" | "headers" | "method" | "path">;
  /** Words that the log has of the request. */
  readonly cause: string;
}

const cases: readonly Case[] = [
  {
    what: "a poll for which no process of events comes",
    ask: { path: `/events?queue_id=${queueId}&last_event_id=-1` },
    cause: "No process of events announces itself and is reached",
  },
  {
    what: "a poll at once for which no process of events is known",
    ask: { path: `/events?queue_id=${queueId}&last_event_id=-1&dont_block=true` },
    cause: "No process of events announces itself and is reached",
  },
  {
    what: "deleting a queue while no process of events is known",
    ask: { method: "DELETE", path: "/events", form: { queue_id: queueId } },
    cause: "The events service does not answer.",
  },
  {
    what: "a request whose service is away",
    environment: { CHANNELS_URL: away },
    ask: { path: "/streams" },
    cause: "No process of channels is reached",
  },
  {
    what: "a request while nobody knows who asks",
    environment: { USERS_URL: away },
    ask: { path: "/users/me" },
    cause: "No process of users is reached",
  },
  {
    what: "a poll while nobody knows who asks",
    environment: { USERS_URL: away },
    ask: { path: `/events?queue_id=${queueId}&last_event_id=-1` },
    cause: "No process of users is reached",
  },
  {
    what: "a page while nobody knows whose it is",
    environment: { USERS_URL: away },
    ask: { path: "//login", headers: page },
    cause: "No process of users is reached",
  },
  {
    what: "a form that is sent while nobody can look at it",
    environment: { USERS_URL: away, EXTERNAL_SCHEME: "https" },
    ask: { method: "POST", path: "//login", form: { username: "a@example.com", password: "x" } },
    cause: "No process of users is reached",
  },
  {
    what: "a request of a directory while nobody knows who asks",
    environment: { USERS_URL: away },
    ask: { path: "//scim/v2/Users", headers: { Authorization: "Bearer unknown" } },
    cause: "No process of users is reached",
  },
];

describe("the log of a request that is answered with 503 (docs/operations.md#requestsfailingfast)", () => {
  test.for(cases)("$what has a line with its id that names the cause", async (one, { expect }) => {
    const lines = new LogLines();
    const overrides = { log: lines.log, maxUnsentPollMs: 20 };
    await using gateway = await world().gateway(one.environment, overrides);
    const realm = world().realm();
    const headers = { Origin: `https://${realm.host}`, ...one.ask.headers };
    const asking = { host: realm.host, auth: world().user(realm), ...one.ask, headers };
    const response = await open(gateway.url, asking);
    response.resume();
    expect(response.statusCode).toBe(503);
    const errors = () => JSON.stringify(lines.errorsOf(response.headers["x-request-id"]));
    await expect.poll(errors).toContain(one.cause);
  });
});
