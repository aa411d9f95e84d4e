import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { findFreePort, startNats } from "@team-chat/servers";
import { createLogger } from "@team-chat/telemetry";
import { describe, onTestFinished, test } from "vitest";

import { connectNats } from "../src/index.ts";

describe("a start without NATS", () => {
  test("a process with a log waits for NATS, says so once, and goes on when it comes", async ({
    expect,
  }) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "nats-connect-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const port = await findFreePort();
    const lines: string[] = [];
    const waits = Promise.withResolvers<void>();
    const write = (line: string) => {
      lines.push(line);
      waits.resolve();
    };
    const log = createLogger({ service: "test", level: "info", to: { write } });
    const connecting = connectNats({ url: `nats://127.0.0.1:${port}`, name: "test", log });
    await waits.promise;
    await using server = await startNats({ dataDir, port });
    const nats = await connecting;
    await nats.flush();
    await nats.close();
    expect(server.port).toBe(port);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      "NATS does not answer: the start waits for it",
    ]);
  });

  test("a program without a log is told at once that NATS does not answer", async ({ expect }) => {
    const port = await findFreePort();
    await expect(connectNats({ url: `nats://127.0.0.1:${port}`, name: "test" })).rejects.toThrow(
      "refused",
    );
  });
});
