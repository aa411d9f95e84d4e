import type { Identity } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import { call } from "./client.ts";
import type { Echo } from "./echo.ts";
import { ChannelsPeer } from "./reading-peers.ts";
import type { TestRealm, TestUser } from "./users-peer.ts";
import { type Gateway, World } from "./world.ts";

// docs/adr/0003-proof-of-currency.md

const stack = new AsyncDisposableStack();
const channels = new ChannelsPeer();
const world = useWorld(() => World.create());
let gateway: Gateway;
let realm: TestRealm;
let alice: TestUser;

beforeAll(async () => {
  const { url: usersUrl } = stack.use(await world().users.startLinked());
  const { url: channelsUrl } = stack.use(await channels.start(world().signer));
  gateway = stack.use(await world().gateway({ USERS_URL: usersUrl, CHANNELS_URL: channelsUrl }));
});

afterAll(() => stack[Symbol.asyncDispose]());

beforeEach(async () => {
  world().users.beforeVersion = () => Promise.resolve(true);
  realm = world().realm();
  alice = world().user(realm);
  channels.versions.set(realm.id, 7);
  const { asked } = world().users;
  // Until the gateway knows the realm, and has links to both owners.
  for (;;) {
    const [versions, calls] = [asked.version, channels.called];
    await send();
    if (asked.version > versions && channels.called === calls) break;
  }
});

function send() {
  return call(gateway.url, { path: "/messages", method: "POST", host: realm.host, auth: alice });
}

async function identity(): Promise<Identity> {
  const { body, status } = await send();
  if (status !== 200) throw new Error(`Answered with ${status}.`);
  return (body["echo"] as Echo).identity;
}

describe("a gateway that knows a realm", () => {
  test("a gateway that knows a realm asks for the versions alone while nothing changes", async ({
    expect,
  }) => {
    const before = { ...world().users.asked, called: channels.called };
    const version = realm.changes.length + 100;
    for (let count = 0; count < 3; count += 1)
      expect(await identity()).toMatchObject({
        userId: alice.id,
        usersVersion: version,
        channelsVersion: 7,
      });
    const after = { ...world().users.asked, called: channels.called };
    expect(after).toEqual({ ...before, version: before.version + 3 });
  });

  test("a gateway that knows a realm lets nobody in whose key ended before the question was answered", async ({
    expect,
  }) => {
    const { users } = world();
    users.beforeVersion = () => {
      users.beforeVersion = () => Promise.resolve(true);
      users.change(realm, alice, (user) => (user.active = false));
      return Promise.resolve(true);
    };
    expect(await send()).toMatchObject({ status: 401 });
    users.change(realm, alice, (user) => (user.active = true));
    expect(await identity()).toMatchObject({ usersVersion: 102 });
    users.change(realm, alice, (user) => (user.role = 200));
    expect(await identity()).toMatchObject({ role: 200, usersVersion: 103 });
  });

  test("a gateway that knows a realm passes on each version of channels from the first request after it", async ({
    expect,
  }) => {
    for (const version of [8, 12]) {
      channels.versions.set(realm.id, version);
      expect(await identity()).toMatchObject({ channelsVersion: version });
    }
  });

  test("a gateway that knows a realm asks in full when the owner cannot tell the version", async ({
    expect,
  }) => {
    const { asked } = world().users;
    const before = asked.getAuthState;
    world().users.beforeVersion = () => Promise.resolve(false);
    expect(await identity()).toMatchObject({ userId: alice.id });
    expect(asked.getAuthState).toBe(before + 1);
  });

  test("a gateway that knows a realm refuses with 503 while the owner does not answer", async ({
    expect,
  }) => {
    const answer = Promise.withResolvers<boolean>();
    world().users.beforeVersion = () => answer.promise;
    expect(await send()).toMatchObject({
      status: 503,
      body: { code: "SERVICE_UNAVAILABLE" },
      headers: { "retry-after": "1" },
    });
    answer.resolve(true);
  });
});
