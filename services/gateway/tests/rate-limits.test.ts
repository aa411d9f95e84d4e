import { once } from "node:events";

import { openRedis } from "@team-chat/redis";
import { createLogger } from "@team-chat/telemetry";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";

import { RequestCounter } from "../src/limits/request-counter.ts";
import { type Answer, call } from "./client.ts";
import { expectRefused } from "./refused.ts";
import type { TestRealm, TestUser } from "./users-peer.ts";
import { withheldRedis } from "./withheld-redis.ts";
import { type Gateway, World } from "./world.ts";

const world = useWorld(() => World.create());
let gateway: Gateway;
let realm: TestRealm;

beforeAll(async () => {
  gateway = await world().gateway({
    // No window of an hour ends while it is looked at.
    RATE_LIMIT_USER: "3600:3",
    RATE_LIMIT_IP: "3600:1000",
    TRUSTED_PROXIES: "127.0.0.0/8",
    RATE_LIMIT_POLLS: "3600:2",
  });
  realm = world().realm();
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

function ask(user: TestUser, path = "/users/me"): Promise<Answer> {
  return call(gateway.url, { path, host: realm.host, auth: user });
}

describe("requests of one user", () => {
  test("requests beyond the limit are refused, with all headers and without reaching a service", async ({
    expect,
  }) => {
    const user = world().user(realm);
    const now = Date.now() / 1000;
    for (const remaining of ["2", "1", "0"]) {
      const { headers, status } = await ask(user);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "x-ratelimit-limit": "3",
        "x-ratelimit-remaining": remaining,
      });
      const reset = Number(headers["x-ratelimit-reset"]);
      expect(Number.isInteger(reset)).toBe(true);
      expect(reset).toBeGreaterThan(now);
      expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 3600);
    }
    const refused = await ask(user);
    expectRefused(expect, refused);
    expect(refused.headers).toMatchObject({
      "x-ratelimit-limit": "3",
      "x-ratelimit-remaining": "0",
    });
  });

  // See docs/behaviour/api.md#rate-limits.
  test("requests of one user are counted one by one when they come together, each user's by their own rules", async ({
    expect,
  }) => {
    const one = world().user(realm);
    const other = world().user(realm, { rateLimits: "7200:5,3600:2" });
    // Known to the gateway, so that nothing but counting differs.
    await Promise.all([ask(one), ask(other)]);
    const answers = await Promise.all(
      [one, other, one, other, one, other].map((user) => ask(user)),
    );
    const seen = (index: number) =>
      answers
        .filter((_, at) => at % 2 === index)
        .map(({ headers, status }) => `${status} ${String(headers["x-ratelimit-remaining"])}`)
        .toSorted();
    expect(seen(0)).toEqual(["200 0", "200 1", "429 0"]);
    expect(seen(1)).toEqual(["200 0", "429 0", "429 0"]);
  });

  test("requests of one user are counted over all gateways, and nobody else's are", async ({
    expect,
  }) => {
    const [user, other] = [world().user(realm), world().user(realm)];
    await using second = await world().gateway({ RATE_LIMIT_USER: "3600:3" });
    for (const url of [gateway.url, second.url, gateway.url])
      expect((await call(url, { path: "/users/me", host: realm.host, auth: user })).status).toBe(
        200,
      );
    const refused = { path: "/users/me", host: realm.host, auth: user };
    expectRefused(expect, await call(second.url, refused));
    expect((await ask(other)).status).toBe(200);
  });

  test("requests of one user are allowed again when the window is over", async ({ expect }) => {
    const user = world().user(realm, { rateLimits: "1:1" });
    const timed = async () => {
      const askedAt = performance.now();
      const answer = await ask(user);
      return { answer, askedAt, answeredAt: performance.now() };
    };
    // A machine may be so slow that the window ends between two requests.
    let refused = await timed();
    while (refused.answer.status === 200) refused = await timed();
    expectRefused(expect, refused.answer);
    const waitMs = Number(refused.answer.body["retry-after"]) * 1000;
    let last = refused;
    let next = refused;
    while (next.answer.status === 429) [last, next] = [next, await timed()];
    expect(next.answer.status).toBe(200);
    // What is told are whole seconds. Redis and this process may differ by what their clocks are rounded to.
    expect(next.answeredAt).toBeGreaterThan(refused.askedAt + waitMs - 2000 - 2);
    expect(last.askedAt).toBeLessThan(refused.answeredAt + waitMs + 2);
  });

  test("requests of one user follow the user's own rules, of which the strictest counts", async ({
    expect,
  }) => {
    const user = world().user(realm, { rateLimits: "7200:5,3600:2" });
    const limits = [await ask(user), await ask(user)].map(
      ({ headers }) => headers["x-ratelimit-limit"],
    );
    expect(limits).toEqual(["2", "2"]);
    expectRefused(expect, await ask(user));
  });
});

describe("requests without valid credentials", () => {
  test("requests without valid credentials are limited by the address that a trusted proxy names, and only by it", async ({
    expect,
  }) => {
    await using limited = await world().gateway({
      RATE_LIMIT_IP: "3600:2",
      TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8",
    });
    const from = (forwarded: string, auth = "Basic x") =>
      call(limited.url, {
        path: "/users/me",
        host: realm.host,
        auth,
        headers: { "X-Forwarded-For": forwarded },
      });
    expect((await from("203.0.113.7")).status).toBe(401);
    const second = await from("198.51.100.1, 203.0.113.7, 10.1.2.3", "");
    expect(second.status).toBe(401);
    expect(second.headers["x-ratelimit-remaining"]).toBe("0");
    expectRefused(expect, await from("203.0.113.7"));
    expect((await from("198.51.100.1")).status).toBe(401);
  });

  test("a client cannot name another address when no proxy is trusted", async ({ expect }) => {
    await using limited = await world().gateway({ RATE_LIMIT_IP: "3600:1" });
    const from = (forwarded: string) =>
      call(limited.url, {
        path: "/server_settings",
        host: realm.host,
        headers: { "X-Forwarded-For": forwarded },
      });
    expect((await from("203.0.113.1")).status).toBe(200);
    expectRefused(expect, await from("203.0.113.2"));
  });
});

test("polls are counted in memory, apart from other requests, and say so (docs/behaviour/api.md#rate-limits)", async ({
  expect,
}) => {
  const user = world().user(realm);
  const poll = "/events?queue_id=unknown&last_event_id=-1";
  for (const remaining of ["1", "0"]) {
    const { headers, status } = await ask(user, poll);
    expect(status).toBe(400);
    expect(headers).toMatchObject({ "x-ratelimit-limit": "2", "x-ratelimit-remaining": remaining });
    const seconds = Number(headers["x-ratelimit-reset"]) - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3601);
  }
  const refused = await ask(user, poll);
  expectRefused(expect, refused);
  expect(refused.headers).toMatchObject({ "x-ratelimit-limit": "2", "x-ratelimit-remaining": "0" });
  expect((await ask(user)).headers["x-ratelimit-remaining"]).toBe("2");
});

test("requests pass while Redis is away, which is logged once in ten seconds", async ({
  expect,
}) => {
  const lines: string[] = [];
  const to = {
    write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg),
  };
  const log = createLogger({ service: "gateway", level: "error", to });
  await using blind = await world().gateway(
    { REDIS_URL: "redis://127.0.0.1:1", REDIS_TIMEOUT_MS: "250", RATE_LIMIT_USER: "60:1" },
    { log },
  );
  const user = world().user(realm);
  const began = performance.now();
  for (let count = 0; count < 3; count += 1) {
    const asked = { path: "/users/me", host: realm.host, auth: user };
    const { headers, status } = await call(blind.url, asked);
    expect(status).toBe(200);
    expect(headers["x-ratelimit-limit"]).toBeUndefined();
  }
  const longest = 1 + Math.floor((performance.now() - began) / 10_000);
  expect(lines.length).toBeLessThanOrEqual(longest);
  expect(new Set(lines)).toEqual(new Set(["Redis does not answer: requests are not limited"]));
});

test("a request is counted at once although Redis has not answered the command before it", async ({
  expect,
}) => {
  using redis = await withheldRedis(world().redis.port);
  const client = openRedis(redis.url, { timeoutMs: 250_000, onError: () => undefined });
  onTestFinished(() => client.disconnect());
  await once(client, "ready");
  const counter = new RequestCounter({
    redis: client,
    now: Date.now,
    onUnavailable: () => undefined,
  });
  const rules = [{ windowMs: 3_600_000, max: 3 }];
  redis.withhold();
  const first = counter.count({ group: "withheld", name: "one" }, rules);
  await redis.asked("{withheld}:one");
  const second = counter.count({ group: "withheld", name: "two" }, rules);
  await redis.asked("{withheld}:two");
  redis.release();
  expect(await first).toMatchObject({ allowed: true, remaining: 2 });
  expect(await second).toMatchObject({ allowed: true, remaining: 2 });
});
