import { getChannelsVersion } from "@team-chat/contract";
import { createServiceApp, internalRoute } from "@team-chat/http";
import type { Identity } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, beforeEach, test } from "vitest";

import { call } from "./client.ts";
import type { Echo } from "./echo.ts";
import { type Listener, startListener } from "./listener.ts";
import type { TestRealm, TestUser } from "./users-peer.ts";
import { type Gateway, World } from "./world.ts";

const versions = new Map<number, number>();
const world = useWorld(() => World.create());
let channels: Listener;
let gateway: Gateway;
let realm: TestRealm;
let alice: TestUser;

beforeAll(async () => {
  channels = await startListener(channelsOwner());
  gateway = await world().gateway({ CHANNELS_URL: channels.url });
});

beforeEach(async () => {
  realm = world().realm();
  alice = world().user(realm);
  versions.set(realm.id, 7);
  // From here on the gateway knows whom these credentials belong to.
  await send(gateway);
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await channels[Symbol.asyncDispose]();
});

function channelsOwner() {
  return createServiceApp({
    service: "channels",
    ctx: {},
    signer: world().signer,
    logger: createLogger({ service: "channels", level: "silent" }),
    routes: [],
    internal: [
      internalRoute(getChannelsVersion, (_ctx, _identity, { realmId }) => ({
        version: versions.get(realmId) ?? 0,
      })),
    ],
    ready: () => Promise.resolve(),
  }).handler;
}

async function identityOf(at: Gateway, path: string, method: string): Promise<Identity> {
  const { body } = await call(at.url, { path, method, host: realm.host, auth: alice });
  return (body["echo"] as Echo).identity;
}

function send(at: Gateway): Promise<Identity> {
  return identityOf(at, "/messages", "POST");
}

test("what goes to messages carries the version of channels as it is at every single request", async ({
  expect,
}) => {
  for (const version of [7, 8, 12]) {
    versions.set(realm.id, version);
    expect(await send(gateway)).toMatchObject({ userId: alice.id, channelsVersion: version });
  }
});

test("registrations carry it too, because messages answers a part of them", async ({ expect }) => {
  await using events = await world().events();
  await world().found(gateway, events);
  for (const version of [9, 10]) {
    versions.set(realm.id, version);
    const identity = await identityOf(gateway, "/register", "POST");
    expect(identity).toMatchObject({ userId: alice.id, channelsVersion: version });
  }
});

test("what goes to others carries none", async ({ expect }) => {
  expect(await identityOf(gateway, "/users/me", "GET")).not.toHaveProperty("channelsVersion");
});

test("a host that became another organization's does not carry the version of the first", async ({
  expect,
}) => {
  world().users.realms.splice(world().users.realms.indexOf(realm), 1);
  const next = world().realm(realm.host);
  next.users.push(alice);
  expect(await send(gateway)).not.toHaveProperty("channelsVersion");
  versions.set(next.id, 3);
  expect(await send(gateway)).toMatchObject({ realm: { id: next.id }, channelsVersion: 3 });
});

test("nothing is claimed while channels does not answer, and nobody is refused for that", async ({
  expect,
}) => {
  await using lonely = await world().gateway({ CHANNELS_URL: "http://127.0.0.1:1" });
  await send(lonely);
  expect(await send(lonely)).toMatchObject({ userId: alice.id, channelsVersion: 0 });
});
