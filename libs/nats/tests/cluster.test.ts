import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { startNats } from "@team-chat/servers";
import { test } from "vitest";

import { connectNats, provision } from "../src/index.ts";

/** Starts a server, with event streams if there are to be some; its folder goes with it. */
async function start(
  stack: AsyncDisposableStack,
  { maxPayload, partitions = 0 }: { maxPayload?: string; partitions?: number },
): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "cluster-"));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const limit = maxPayload === undefined ? {} : { maxPayload };
  const { url } = stack.use(await startNats({ dataDir: path.join(dataDir, "nats"), ...limit }));
  if (partitions > 0) {
    await using nats = await open(url);
    await provision(nats.connection, { partitions, replicas: 1, retentionMs: 3_600_000 });
  }
  return url;
}

async function open(url: string, count?: number, writes = true) {
  const partitions = count === undefined ? {} : { partitions: { count, writes } };
  const connection = await connectNats({ url, name: "test", ...partitions });
  return { connection, [Symbol.asyncDispose]: () => connection.close() };
}

test("a server that takes only shorter messages than ours is refused at the start", async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack();
  const url = await start(stack, { maxPayload: "1MB" });
  await expect(open(url)).rejects.toThrow(
    "takes messages of 1048576 bytes at most, and bundles of events have up to 8388608: set its max_payload to 8MB",
  );
});

test("another number of partitions than the cluster has streams is refused at the start", async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack();
  const url = await start(stack, { partitions: 2 });
  await expect(open(url, 1)).rejects.toThrow("PARTITIONS is 1, but the NATS cluster has more");
  await expect(open(url, 3)).rejects.toThrow("PARTITIONS is 3, but the NATS cluster has fewer");
  for (const [count, writes] of [
    [2, true],
    [3, false],
  ] as const)
    stack.use(await open(url, count, writes));
});

test("any number of partitions is taken where there are no streams yet", async ({ expect }) => {
  await using stack = new AsyncDisposableStack();
  const opened = stack.use(await open(await start(stack, {}), 4));
  expect(opened.connection.isClosed()).toBe(false);
});
