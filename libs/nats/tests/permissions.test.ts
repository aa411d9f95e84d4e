import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import {
  bundleSubject,
  eventStreamName,
  leaseReleaseSubject,
  plainLayout,
} from "@team-chat/contract";
import { startNats } from "@team-chat/servers";
import { afterAll, beforeAll, describe, test } from "vitest";

import {
  buckets,
  bumpEpoch,
  connectNats,
  type Nats,
  type NatsClient,
  natsPermissions,
  provision,
  realmEvents,
  StreamPublisher,
} from "../src/index.ts";

const folder = mkdtempSync(path.join(tmpdir(), "nats-permissions-"));
const stack = new AsyncDisposableStack();
let url: string;

beforeAll(async () => {
  const users = Object.entries(natsPermissions).map(([user, permissions]) => ({
    user,
    password: `${user}-password`,
    permissions,
  }));
  const server = stack.use(await startNats({ dataDir: path.join(folder, "nats"), users }));
  ({ url } = server);
  await provision(await open("migrate"), {
    layout: plainLayout(1),
    replicas: 1,
    retentionMs: 3_600_000,
  });
});
afterAll(async () => {
  await stack.disposeAsync();
  rmSync(folder, { recursive: true });
});

async function open(name: NatsClient): Promise<Nats> {
  const credentials = `${name}:${name}-password`;
  return stack.adopt(await connectNats({ url, name, credentials }), (nats) => nats.close());
}

const head = (messageId: string) => ({ messageId, facts: null, committedAt: 0 });
const patienceMs = 300;

async function write(name: NatsClient, source: string): Promise<number> {
  const publisher = new StreamPublisher(await open(name), patienceMs);
  return publisher.publish(bundleSubject(0, 7, source), "{}", head(`${name} as ${source}`));
}

describe("what a service may do at NATS (docs/subsystems/secrets.md#nats)", () => {
  test("a service writes events of its own, and of no other", async ({ expect }) => {
    for (const [name, source] of [
      ["users", "users"],
      ["channels", "channels"],
      ["messages", "messages"],
      ["messages", "messages.bots"],
      ["messages", "messages.talk"],
    ] as const)
      expect(await write(name, source)).toBeGreaterThan(0);
    const nats = await open("users");
    const { state } = await (await jetstreamManager(nats)).streams.info(eventStreamName(0));
    for (const [name, source] of [
      ["webhooks", "webhooks"],
      ["webhooks", "messages"],
      ["gateway", "messages"],
      ["events", "messages"],
      ["migrate", "users"],
      ["users", "channels"],
      ["channels", "messages.bots"],
    ] as const)
      await expect(write(name, source), `${name} as ${source}`).rejects.toThrow();
    const after = await (await jetstreamManager(nats)).streams.info(eventStreamName(0));
    expect(after.state.last_seq).toBe(state.last_seq);
  });

  test("a service hears no answers to another, and asks for no other's leases", async ({
    expect,
  }) => {
    for (const subject of [
      "_INBOX.>",
      "_INBOX.messages.>",
      "events.>",
      leaseReleaseSubject("users"),
    ]) {
      const heard = (await open("webhooks")).subscribe(subject);
      expect(await heard.closed, subject).toMatchObject({ name: "PermissionViolationError" });
    }
  });

  test("a service cannot take anything out of streams, nor end queues and epochs of others", async ({
    expect,
  }) => {
    for (const name of ["webhooks", "events", "users", "migrate"] as const) {
      const manager = await jetstreamManager(await open(name), { timeout: patienceMs });
      await expect(manager.streams.delete(eventStreamName(0)), name).rejects.toThrow();
      await expect(manager.streams.purge(eventStreamName(0)), name).rejects.toThrow();
    }
    await expect(bumpEpoch(await open("webhooks"), 0, { known: "" })).rejects.toThrow();
    expect(await bumpEpoch(await open("messages"), 0, { known: "" })).not.toBe("");
  });

  test("users deletes what an organization has in streams and buckets, and nothing of others (docs/hosting.md#deleting)", async ({
    expect,
  }) => {
    const publisher = new StreamPublisher(await open("users"), patienceMs);
    for (const realm of [8, 88])
      await publisher.publish(bundleSubject(0, realm, "users"), "{}", head(`${realm}`));
    const queues = await new Kvm(await open("events")).open(buckets.queues);
    await queues.put("a", JSON.stringify({ realmId: 8 }));
    await queues.put("b", JSON.stringify({ realmId: 88 }));
    const events = realmEvents(await open("users"), 1);
    while ((await events.deleteSome(8)) > 0);
    const left = async (realm: number) => (await events.count(realm)).map(({ count }) => count);
    expect(await left(8)).toEqual([0, 0]);
    expect(await left(88)).toEqual([1, 1]);
  });

  test("a consumer reads for the service that it belongs to, and for no other", async ({
    expect,
  }) => {
    const read = async (name: NatsClient, durable: string) => {
      const js = jetstream(await open(name), { timeout: patienceMs });
      const consumer = await js.consumers.get(eventStreamName(0), durable);
      return consumer.next({ expires: 1000 });
    };
    const bundle = await read("webhooks", "webhooks");
    expect(bundle?.subject).toBe(bundleSubject(0, 7, "messages.bots"));
    expect(await bundle?.ackAck()).toBe(true);
    await expect(read("webhooks", "channels")).rejects.toThrow();
  });
});

describe("credentials for NATS (docs/subsystems/secrets.md#nats)", () => {
  test("credentials that NATS does not take are refused in one sentence that says what to do", async ({
    expect,
  }) => {
    const wrong = connectNats({ url, name: "users", credentials: "users:wrong" });
    await expect(wrong).rejects.toThrow(
      /^NATS at \S+ refuses those of NATS_CREDENTIALS: give users the user and password/,
    );
    await expect(connectNats({ url, name: "users" })).rejects.toThrow("refuses no credentials");
  });
});
