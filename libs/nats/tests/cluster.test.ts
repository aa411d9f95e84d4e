import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { type LayoutNote, layoutOf } from "@team-chat/contract";
import { startNats } from "@team-chat/servers";
import { test } from "vitest";

import {
  askLayouts,
  connectNats,
  findLayoutNote,
  noteLayout,
  provision,
  tellLayout,
} from "../src/index.ts";

/** Starts a server, with event streams if there are to be some; its folder goes with it. */
async function start(
  stack: AsyncDisposableStack,
  { maxPayload, note }: { maxPayload?: string; note?: LayoutNote },
): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "cluster-"));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const limit = maxPayload === undefined ? {} : { maxPayload };
  const { url } = stack.use(await startNats({ dataDir: path.join(dataDir, "nats"), ...limit }));
  if (note !== undefined) {
    await using nats = await open(url);
    const layout = layoutOf(note.layout);
    await provision(nats.connection, { layout, replicas: 1, retentionMs: 3_600_000 });
    await noteLayout(nats.connection, note);
  }
  return url;
}

async function open(url: string, text?: string) {
  const layout = text === undefined ? {} : { layout: layoutOf(text) };
  const connection = await connectNats({ url, name: "test", ...layout });
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

test("another layout of event streams than is noted is refused at the start", async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack();
  const url = await start(stack, { note: { layout: "2", before: null } });
  for (const text of ["1", "3", "2,5000:3"])
    await expect(open(url, text)).rejects.toThrow(
      `PARTITIONS is ${text}, but organizations are spread by 2: set it to that everywhere, or run migrate with ${text} first`,
    );
  stack.use(await open(url, "2"));
});

test("the noted layout and the one before it are taken until a raise is finished", async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack();
  const url = await start(stack, { note: { layout: "2,5000:4", before: "2" } });
  const { connection } = stack.use(await open(url, "2,5000:4"));
  stack.use(await open(url, "2"));
  await expect(open(url, "4")).rejects.toThrow("PARTITIONS is 4, but organizations are spread by");
  await noteLayout(connection, { layout: "2,5000:4", before: null });
  await expect(open(url, "2")).rejects.toThrow("PARTITIONS is 2, but organizations are spread by");
});

test("any layout is taken, and noted by who creates the streams, where there are none yet", async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack();
  const { connection } = stack.use(await open(await start(stack, {}), "4"));
  expect(await findLayoutNote(connection)).toBeNull();
  await provision(connection, { layout: layoutOf("4"), replicas: 1, retentionMs: 3_600_000 });
  expect(await findLayoutNote(connection)).toEqual({ layout: "4", before: null });
});

/** Follows the layout as a process that has this one; `foreign` resolves with why it may not have it any more. */
async function follow(stack: AsyncDisposableStack, url: string, text: string) {
  const { connection } = stack.use(await open(url));
  const layout = layoutOf(text);
  const stopping = new AbortController();
  stack.defer(() => stopping.abort());
  const { promise: foreign, reject, resolve } = Promise.withResolvers<Error>();
  const { signal } = stopping;
  const announced = { layout, onForeign: resolve, onError: reject, signal };
  await tellLayout(connection, { service: `of ${text}`, ...announced });
  return { layout, foreign };
}

test("a process learns of a raise while it runs, and hears when it may not go on with its layout", async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack();
  const url = await start(stack, { note: { layout: "2", before: null } });
  const earlier = await follow(stack, url, "2");
  const { connection } = stack.use(await open(url));
  await noteLayout(connection, { layout: "2,5000:4", before: "2" });
  const later = await follow(stack, url, "2,5000:4");
  await expect.poll(() => earlier.layout.noted.first).toBe(5000);
  const announced = await askLayouts(connection, 1000);
  expect(announced).toHaveLength(2);
  expect(Object.fromEntries(announced.map(({ layout, service }) => [service, layout]))).toEqual({
    "of 2": "2",
    "of 2,5000:4": "2,5000:4",
  });
  await noteLayout(connection, { layout: "2,5000:4", before: null });
  const refusal = await earlier.foreign;
  expect(refusal.message).toContain("PARTITIONS is 2, but organizations are spread by 2,5000:4");
  expect(later.layout.noted.first).toBe(Infinity);
});

test("a process that creates streams which NATS has lost notes again what it knew of layouts", async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack();
  const note = { layout: "2,5000:4", before: "2" };
  const { layout } = await follow(stack, await start(stack, { note }), "2");
  await expect.poll(() => layout.noted.note).toEqual(note);
  const { connection } = stack.use(await open(await start(stack, {})));
  await provision(connection, { layout, replicas: 1, retentionMs: 3_600_000 });
  expect(await findLayoutNote(connection)).toEqual(note);
});
