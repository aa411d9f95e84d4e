import { join } from "node:path";

import { expect, test } from "vitest";

import { launch, startNats, startRedis } from "../src/index.ts";
import { ask } from "./connection.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("a server is not started on a port that another program has", async () => {
  using folder = temporaryFolder();
  await using first = await startRedis({ dataDir: join(folder.path, "one") });
  const second = startRedis({ dataDir: join(folder.path, "two"), port: first.port });
  await expect(second).rejects.toThrow(`Port ${first.port} is taken by another program.`);
});

test("a server that ends before it is ready is an error with its last output", async () => {
  using folder = temporaryFolder();
  const impossible = launch({
    command: "/bin/sh",
    args: ["-c", "echo no room; exit 3"],
    cwd: folder.path,
    logFile: join(folder.path, "sh.log"),
    stopSignal: "SIGTERM",
    isReady: () => false,
  });
  await expect(impossible).rejects.toMatchObject({
    message: "sh ended before it was ready.\nno room",
    exit: { code: 3, signal: null },
  });
});

test("NATS offers JetStream from a folder with spaces", async () => {
  using folder = temporaryFolder();
  await using nats = await startNats({ dataDir: join(folder.path, "nats") });
  await expect(ask(nats.port, "", /\n/)).resolves.toContain('"jetstream":true');
});

test("Redis keeps nothing across a restart", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "redis");
  const before = await startRedis({ dataDir });
  await ask(before.port, "SET key value\r\n", /OK/);
  await before.stop();
  await using after = await startRedis({ dataDir });
  await expect(ask(after.port, "EXISTS key\r\n", /:/)).resolves.toBe(":0\r\n");
});

test("a stopped server is gone and says how it ended", async () => {
  using folder = temporaryFolder();
  const redis = await startRedis({ dataDir: join(folder.path, "redis") });
  await redis.stop();
  await expect(redis.exited).resolves.toEqual({ code: 0, signal: null });
  await expect(ask(redis.port, "", /./)).rejects.toThrow("ECONNREFUSED");
});
