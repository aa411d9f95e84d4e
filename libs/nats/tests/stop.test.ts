import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { plainLayout } from "@team-chat/contract";
import { type ServerHandle, startNats } from "@team-chat/servers";
import { afterAll, beforeAll, describe, test } from "vitest";

import { connectNats, consumeBundles, followEntry, type Nats, provision } from "../src/index.ts";

const dir = mkdtempSync(path.join(tmpdir(), "stop-"));
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

function onError(error: unknown): void {
  throw error;
}

describe("told to stop while it is still beginning", () => {
  test("a consumer ends", async ({ expect }) => {
    const stopping = new AbortController();
    const handle = () => Promise.reject(new Error("There is nothing to handle."));
    const { signal } = stopping;
    const running = consumeBundles(nats, {
      partition: 0,
      durable: "webhooks",
      handle,
      onError,
      signal,
    });
    stopping.abort();
    await expect(running).resolves.toBeUndefined();
  });

  test("a follower of the epoch ends", async ({ expect }) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const running = followEntry(nats, { key: "0", onValue: () => undefined, onError, signal });
    stopping.abort();
    await expect(running).resolves.toBeUndefined();
  });
});
