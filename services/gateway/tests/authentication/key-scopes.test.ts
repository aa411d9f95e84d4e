import { newQueueId } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { basic, call } from "../client.ts";
import type { Echo } from "../echo.ts";
import type { TestRealm, TestUser } from "../users-peer.ts";
import { type Gateway, World } from "../world.ts";

const world = useWorld(() => World.create());
let gateway: Gateway;
let other: Gateway;
let realm: TestRealm;

beforeAll(async () => {
  [gateway, other] = [await world().gateway(), await world().gateway()];
  realm = world().realm();
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

function ask(user: TestUser, { path = "/messages", through = gateway } = {}) {
  return call(through.url, { path, host: realm.host, auth: basic(user.email, user.key) });
}

const lacks = (scope: string) => ({
  status: 403,
  body: {
    result: "error",
    code: "KEY_SCOPE_REQUIRED",
    msg: `This API key lacks the scope '${scope}'`,
  },
});

describe("a key with scopes (docs/behaviour/keys.md#scopes)", () => {
  test("a key that has expired is refused with words that say so", async ({ expect }) => {
    const user = world().user(realm, { named: { id: 1, scopes: ["all"], hasExpired: true } });
    expect(await ask(user)).toMatchObject({
      status: 401,
      body: { code: "UNAUTHORIZED", msg: "This API key has expired" },
    });
  });

  test("a refusal does not depend on what the gateway remembers, be it a read, a poll or the first request", async ({
    expect,
  }) => {
    const sender = world().user(realm, { named: { id: 1, scopes: ["send"] } });
    const poll = `/events?queue_id=${newQueueId({ partition: 0, slot: 0 })}&last_event_id=-1`;
    for (const path of ["/messages", poll, "/messages", poll, "/messages"])
      expect(await ask(sender, { path }), path).toMatchObject(lacks("read"));
  });

  test("services are told of the key what they decide by, and nothing of the key of every account", async ({
    expect,
  }) => {
    const identityOf = async (user: TestUser) =>
      ((await ask(user)).body["echo"] as Echo).identity as { key?: object };
    const plain = world().user(realm);
    expect((await identityOf(plain)).key).toBeUndefined();
    const reader = world().user(realm, { named: { id: 5, scopes: ["read"] } });
    const whole = world().user(realm, { named: { id: 6, scopes: ["all"] } });
    for (let time = 0; time < 2; time += 1) {
      expect((await identityOf(reader)).key).toEqual({ id: 5, isLimited: true });
      expect((await identityOf(whole)).key).toEqual({ id: 6, isLimited: false });
    }
  });

  test("a key that ends is refused by every gateway from then on", async ({ expect }) => {
    const user = world().user(realm, { named: { id: 1, scopes: ["read"] } });
    const ended = { ...user };
    for (const through of [gateway, other])
      expect((await ask(ended, { through })).status).toBe(200);
    world().users.change(realm, user, (changed) => {
      changed.key = "0".repeat(32);
    });
    for (const through of [gateway, other])
      expect(await ask(ended, { through })).toMatchObject({
        status: 401,
        body: { msg: "Invalid API key" },
      });
  });
});
