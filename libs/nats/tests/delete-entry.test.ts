import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { startNats } from "@team-chat/servers";
import { test } from "vitest";

import { connectNats, deleteEntry } from "../src/index.ts";

test("a deleted entry leaves no marker in its bucket", async ({ expect }) => {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), "entries-"));
  stack.defer(() => rmSync(dir, { recursive: true }));
  const { url } = stack.use(await startNats({ dataDir: path.join(dir, "nats") }));
  const nats = stack.adopt(await connectNats({ url, name: "test" }), (open) => open.close());
  const kv = await new Kvm(nats).create("things", { history: 1 });
  const { streams } = await jetstreamManager(nats);
  const stored = async () => (await streams.info("KV_things")).state.messages;
  for (const key of ["kept", "deleted"]) await kv.put(key, key);

  await deleteEntry(nats, "things", "deleted");
  expect(await kv.get("deleted")).toBe(null);
  expect([(await kv.get("kept"))?.string(), await stored()]).toEqual(["kept", 1]);
});
