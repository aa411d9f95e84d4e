import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { type Bundle, bundleSubject, eventStreamName, plainLayout } from "@team-chat/contract";
import { type ServerHandle, startNats } from "@team-chat/servers";
import { afterAll, beforeAll, test } from "vitest";

import { lastTry } from "../src/handle-together.ts";
import {
  bumpEpoch,
  connectNats,
  gatherBundles,
  markLoss,
  type Nats,
  provision,
  reserveTerm,
  whenHandled,
} from "../src/index.ts";

const dir = mkdtempSync(path.join(tmpdir(), "gather-"));
let server: ServerHandle;
let nats: Nats;

beforeAll(async () => {
  server = await startNats({ dataDir: path.join(dir, "nats") });
  nats = await connectNats({ url: server.url, name: "test" });
  await provision(nats, { layout: plainLayout(1), replicas: 1, retentionMs: 3_600_000 });
});

afterAll(async () => {
  await nats.close();
  await server.stop();
  rmSync(dir, { recursive: true });
});

const bundleOf = (realm: number): Bundle => ({
  service: "users",
  realm,
  xid: String(realm),
  events: [{ audience: { to: "everyone" }, event: { type: "realm_user", op: "update" } }],
});

const publish = (realm: number) =>
  jetstream(nats).publish(bundleSubject(0, realm, "users"), JSON.stringify(bundleOf(realm)));

test("the first is handled at once, what comes meanwhile together and in order, and what failed again", async ({
  expect,
}) => {
  const stopping = new AbortController();
  const calls: number[][] = [];
  const [first, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const blocked = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  const running = gatherBundles(nats, {
    partition: 0,
    durable: "channels",
    everyMs: 1,
    read: (received) => received.parse(),
    signal: stopping.signal,
    onError: (error) => errors.push(error),
    handleAll: async (bundles) => {
      calls.push(bundles.map(({ realm }) => realm));
      first.resolve();
      await blocked.promise;
      if (calls.length === 2) throw new Error("not yet");
      const handled = new Set(calls.filter((_, i) => i !== 1).flat());
      if (handled.size === 31) all.resolve();
    },
  });
  await publish(1);
  await first.promise;
  const others = Array.from({ length: 30 }, (_, i) => i + 2);

  for (const realm of others) await publish(realm);

  blocked.resolve();
  await all.promise;

  stopping.abort();
  await running;

  expect(calls[0]).toEqual([1]);
  expect(errors).toHaveLength(1);
  // Whatever is handled twice was handled before what came after it.
  expect([...new Set(calls.flat())]).toEqual([1, ...others]);
  expect(calls.length).toBeLessThan(others.length);
});

test("the first bundle after a pause waits for others where the reader is patient", async ({
  expect,
}) => {
  const stopping = new AbortController();
  const handled = Promise.withResolvers<number>();
  const running = gatherBundles(nats, {
    partition: 0,
    durable: "channels",
    everyMs: 1,
    read: (received) => received.parse(),
    patienceMs: 150,
    signal: stopping.signal,
    onError: (error) => {
      handled.reject(error);
    },
    handleAll: async (bundles) => {
      if (bundles.some(({ realm }) => realm === 99)) handled.resolve(performance.now());
    },
  });
  const publishedAt = performance.now();
  await publish(99);

  // Timers may be early by less than a millisecond.
  expect((await handled.promise) - publishedAt).toBeGreaterThan(149);

  stopping.abort();
  await running;
});

test("a bundle that always fails holds back no other organization's, and is given up after its last try", async ({
  expect,
}) => {
  const durable = "departures";
  const publishFor = (realm: number) =>
    jetstream(nats).publish(bundleSubject(0, realm, "channels"), JSON.stringify(bundleOf(realm)));
  await publishFor(7);
  // As it is after five days of failing.
  const stored = await jetstream(nats).consumers.get(eventStreamName(0), durable);
  for (let tries = 1; tries < lastTry; tries += 1) (await stored.next())?.nak();
  for (const realm of [8, 9]) await publishFor(realm);
  const stopping = new AbortController();
  const givenUp = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  const handled: number[] = [];

  const running = gatherBundles(nats, {
    partition: 0,
    durable,
    everyMs: 1,
    read: ({ realm }) => realm,
    signal: stopping.signal,
    onError: (error) => {
      errors.push(error);
      if (errors.length === 2) givenUp.resolve();
    },
    handleAll: async (realms) => {
      if (realms.includes(7)) throw new Error("This one fails.");
      handled.push(...realms);
    },
  });
  await givenUp.promise;
  await whenHandled(nats, { partition: 0, durable, patienceMs: 10_000 });
  stopping.abort();
  await running;

  expect(handled).toEqual([8, 9]);
  expect(errors.map(String)).toEqual([
    "Error: This one fails.",
    expect.stringMatching(/^Error: bundle \d+ of organization 7 is given up after 4092 tries$/),
  ]);
});

test("bundles are handled again after a loss only once their service has deleted those that were lost", async ({
  expect,
}) => {
  await reserveTerm(nats, "users", { above: 0, server: "left" });
  const { seq: lost } = await publish(501);
  await publish(502);
  await markLoss(nats, { server: "new", left: "left" });
  await bumpEpoch(nats, 0, { known: "", since: new Date() });
  const stopping = new AbortController();
  const handled: number[] = [];
  const all = Promise.withResolvers<void>();
  const running = gatherBundles(nats, {
    partition: 0,
    durable: "channels",
    everyMs: 1,
    read: (received) => received.realm,
    signal: stopping.signal,
    onError: all.reject,
    handleAll: async (realms) => {
      handled.push(...realms);
      if (realms.includes(503)) all.resolve();
    },
  });
  // Another durable consumer gets bundles of a service that has nothing to compare.
  const other = Promise.withResolvers<void>();
  const others = gatherBundles(nats, {
    partition: 0,
    durable: "departures",
    everyMs: 1,
    read: (received) => received.realm,
    signal: stopping.signal,
    onError: other.reject,
    handleAll: async () => {
      other.resolve();
    },
  });
  await jetstream(nats).publish(bundleSubject(0, 1, "channels"), JSON.stringify(bundleOf(1)));
  await other.promise;
  expect(handled).toEqual([]);
  await (await jetstreamManager(nats)).streams.deleteMessage(eventStreamName(0), lost);
  await reserveTerm(nats, "users", { above: 1, server: "new" });
  await publish(503);
  await all.promise;
  stopping.abort();
  await Promise.all([running, others]);
  expect(handled).not.toContain(501);
  expect(handled).toContain(502);
});
