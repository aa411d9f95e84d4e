import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { startNats } from "@team-chat/servers";
import { startMeter } from "@team-chat/telemetry";
import { onTestFinished, test } from "vitest";

import { connectNats, measureConsumers } from "../src/index.ts";

test("metrics do not wait for NATS while it is away, and leave out what only NATS knows", async ({
  expect,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), "nats-away-"));
  const dataDir = path.join(folder, "nats");
  const before = await startNats({ dataDir });
  const nats = await connectNats({ url: before.url, name: "webhooks" });
  const meter = await startMeter({ service: "webhooks", version: "1.0" });
  onTestFinished(async () => {
    await meter.stop();
    await nats.close();
    rmSync(folder, { recursive: true });
  });
  let asked = 0;
  const request = nats.request.bind(nats);
  nats.request = (...question) => {
    asked += 1;
    return request(...question);
  };
  measureConsumers(meter.metrics, nats, { durables: ["webhooks"], partitions: 1 });
  const isConnected = () => {
    try {
      nats.checkConnected();
      return true;
    } catch {
      return false;
    }
  };
  await before.stop();
  await expect.poll(isConnected).toBe(false);
  expect(await meter.text()).not.toContain("messaging_consumer_lag");
  expect(asked).toBe(0);
  await using _ = await startNats({ dataDir, port: before.port });
  await expect.poll(isConnected).toBe(true);
  await meter.text();
  expect(asked).toBeGreaterThan(0);
});
