import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { bundleSubject, eventStreamName, plainLayout } from "@team-chat/contract";
import { type ServerHandle, startNats } from "@team-chat/servers";
import { afterAll, beforeAll, describe, test } from "vitest";

import { bumpEpoch, connectNats, epochMark, type Nats, provision } from "../src/index.ts";

const settings = { layout: plainLayout(1), replicas: 1, retentionMs: 3_600_000 };
const dir = mkdtempSync(path.join(tmpdir(), "provision-"));
let server: ServerHandle;
let nats: Nats;

beforeAll(async () => {
  await start();
});

afterAll(async () => {
  await stop();
  rmSync(dir, { recursive: true });
});

async function start(): Promise<void> {
  server = await startNats({ dataDir: path.join(dir, "nats") });
  nats = await connectNats({ url: server.url, name: "test" });
}

async function stop(): Promise<void> {
  await nats.close();
  await server.stop();
}

async function history(): Promise<string | undefined> {
  const { config } = await (await jetstreamManager(nats)).streams.info(eventStreamName(0));
  return config.description;
}

describe("a stream's history", () => {
  test("a stream's history has one name, whoever of several creates the stream", async ({
    expect,
  }) => {
    await Promise.all([settings, settings, settings].map((one) => provision(nats, one)));
    expect(await history()).toMatch(/^history [-0-9a-f]{36}$/);
  });

  test("a stream's history keeps its name through changed settings and restarts", async ({
    expect,
  }) => {
    const before = await history();
    for (const retentionMs of [7_200_000, 3_600_000, 3_600_000]) {
      await stop();
      await start();
      await provision(nats, { ...settings, retentionMs });
    }
    expect(await history()).toBe(before);
  });

  test("a stream's history gets another name when the stream was deleted", async ({ expect }) => {
    const before = await history();
    await (await jetstreamManager(nats)).streams.delete(eventStreamName(0));
    await provision(nats, settings);
    expect(await history()).not.toBe(before);
  });
});

test("a stream keeps to its size by losing its oldest bundles", async ({ expect }) => {
  const maxBytes = 64 * 1024;
  await provision(nats, { ...settings, maxBytes });
  const published = jetstream(nats);
  for (let count = 0; count < 20; count += 1)
    await published.publish(bundleSubject(0, 1, "users"), "x".repeat(8000));
  const { streams } = await jetstreamManager(nats);
  const { state } = await streams.info(eventStreamName(0));
  expect(state.bytes).toBeLessThanOrEqual(maxBytes);
  expect(state.bytes).toBeGreaterThan(maxBytes / 2);
  expect(state.last_seq - state.first_seq).toBeLessThan(19);
  await provision(nats, settings);
});

test("a server without room for all streams is refused, with what to do", async ({ expect }) => {
  const dataDir = path.join(dir, "small");
  await using small = await startNats({ dataDir, maxFileStore: "1GB" });
  const connection = await connectNats({ url: small.url, name: "test" });
  try {
    const large = { ...settings, layout: plainLayout(2), maxBytes: 600 * 2 ** 20 };
    await expect(provision(connection, large)).rejects.toThrow(
      "NATS has no room for 2 streams of 600 MiB: raise its max_file_store, or lower STREAM_MAX_MIB",
    );
    await provision(connection, { ...large, maxBytes: 400 * 2 ** 20 });
  } finally {
    await connection.close();
  }
});

test("one of those who notice a loss changes the epoch, and the others follow", async ({
  expect,
}) => {
  const known = await epochMark(nats, 0);
  const marks = await Promise.all([1, 2, 3].map(() => bumpEpoch(nats, 0, { known })));
  expect(new Set(marks).size).toBe(1);
  expect(marks[0]).not.toBe(known);
  expect(await epochMark(nats, 0)).toBe(marks[0]);
  expect(await bumpEpoch(nats, 0, { known: marks[0] ?? "" })).not.toBe(marks[0]);
});
