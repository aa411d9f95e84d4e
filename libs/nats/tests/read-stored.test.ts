import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { type JetStreamManager, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { bundleSubject, eventStreamName, partitionSubject, plainLayout } from "@team-chat/contract";
import { type ServerHandle, startNats } from "@team-chat/servers";
import { afterAll, afterEach, beforeAll, test } from "vitest";

import { connectNats, type Nats, provision, readStored } from "../src/index.ts";

const stream = eventStreamName(0);
const dir = mkdtempSync(path.join(tmpdir(), "read-stored-"));
let server: ServerHandle;
let nats: Nats;
let manager: JetStreamManager;

beforeAll(async () => {
  server = await startNats({ dataDir: path.join(dir, "nats") });
  nats = await connectNats({ url: server.url, name: "test" });
  await provision(nats, { layout: plainLayout(1), replicas: 1, retentionMs: 3_600_000 });
  manager = await jetstreamManager(nats);
});

afterEach(() => manager.streams.purge(stream));

afterAll(async () => {
  await nats.close();
  await server.stop();
  rmSync(dir, { recursive: true });
});

/** Stores so many messages; returns where. */
async function store(count: number): Promise<readonly number[]> {
  const stored: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { seq } = await jetstream(nats).publish(bundleSubject(0, 1, "users"), `${index}`);
    stored.push(seq);
  }
  return stored;
}

/** Reads everything, one request ahead; after the first message `meanwhile` happens. */
async function readAll(meanwhile: () => Promise<void>): Promise<readonly number[]> {
  const read: number[] = [];
  const stored = readStored(nats, stream, { filter_subjects: partitionSubject(0), ahead: 1 });
  for await (const { seq } of stored) {
    read.push(seq);
    if (read.length === 1) await meanwhile();
  }
  return read;
}

test("reading a stream ends at its last message, also when more is stored meanwhile", async ({
  expect,
}) => {
  const stored = await store(3);
  const read = await readAll(async () => {
    await store(1);
  });
  expect(read.slice(0, 3)).toEqual(stored);
});

test("reading a stream that holds nothing ends at once", async ({ expect }) => {
  expect(await readAll(() => Promise.resolve())).toEqual([]);
});

test("reading a stream ends although what waits in it is deleted meanwhile", async ({ expect }) => {
  const [first, ...others] = await store(3);
  const read = await readAll(async () => {
    for (const seq of others) await manager.streams.deleteMessage(stream, seq);
  });
  expect(read[0]).toBe(first);
  expect(read.length).toBeLessThan(3);
});
