import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { jetstreamManager } from "@nats-io/jetstream";
import { type ServerHandle, startNats } from "@team-chat/servers";
import { afterAll, beforeAll, describe, test } from "vitest";

import { connectNats, type Nats, StreamPublisher } from "../src/index.ts";

const dir = mkdtempSync(path.join(tmpdir(), "publisher-"));
let server: ServerHandle;
let nats: Nats;

beforeAll(async () => {
  server = await startNats({ dataDir: path.join(dir, "nats") });
  nats = await connectNats({ url: server.url, name: "test" });
  const manager = await jetstreamManager(nats);
  await manager.streams.add({ name: "kept", subjects: ["kept.>"], max_msg_size: 100 });
});

afterAll(async () => {
  await nats.close();
  await server.stop();
  rmSync(dir, { recursive: true });
});

async function stored(sequence: number) {
  const manager = await jetstreamManager(nats);
  const message = await manager.streams.getMessage("kept", { seq: sequence });
  return { text: message?.string(), id: message?.header.get("Nats-Msg-Id") };
}

describe("a message is not acknowledged", () => {
  test("a message is not acknowledged where no stream takes it", async ({ expect }) => {
    const publishing = new StreamPublisher(nats, 5000).publish("elsewhere", "text", {
      messageId: "1",
      facts: null,
      committedAt: 0,
    });
    await expect(publishing).rejects.toThrow("no stream takes it");
  });

  test("a message that the stream refuses is not acknowledged", async ({ expect }) => {
    const publishing = new StreamPublisher(nats, 5000).publish("kept.a", "x".repeat(1000), {
      messageId: "2",
      facts: null,
      committedAt: 0,
    });
    await expect(publishing).rejects.toThrow("message size exceeds maximum allowed");
  });

  test("a message is not acknowledged when nobody says so in time", async ({ expect }) => {
    const deaf = nats.subscribe("deaf", { callback: () => undefined });
    const publishing = new StreamPublisher(nats, 50).publish("deaf", "text", {
      messageId: "3",
      facts: null,
      committedAt: 0,
    });
    await expect(publishing).rejects.toThrow("No stream has acknowledged 3 in 50 ms.");
    deaf.unsubscribe();
  });

  test("a message is not acknowledged over a connection that is closed", async ({ expect }) => {
    const closed = await connectNats({ url: server.url, name: "closed" });
    const publisher = new StreamPublisher(closed, 5000);
    await closed.close();
    await expect(
      publisher.publish("kept.a", "text", { messageId: "4", facts: null, committedAt: 0 }),
    ).rejects.toThrow("closed connection");
  });
});

describe("messages", () => {
  test("messages are stored in the order of the calls, each under its id, whatever else is under way", async ({
    expect,
  }) => {
    const publisher = new StreamPublisher(nats, 5000);
    const numbers = Array.from({ length: 100 }, (_, index) => index);
    const publishing = numbers.map((n) =>
      publisher.publish("kept.b", `text ${n}`, {
        messageId: `id ${n}`,
        facts: null,
        committedAt: 0,
      }),
    );
    const sequences = await Promise.all(publishing);
    const [first = 0] = sequences;
    expect(sequences).toEqual(numbers.map((n) => first + n));
    expect(await stored(first + 99)).toEqual({ text: "text 99", id: "id 99" });
  });

  test("messages of one id are stored once", async ({ expect }) => {
    const publisher = new StreamPublisher(nats, 5000);
    const sequence = await publisher.publish("kept.c", "once", {
      messageId: "again",
      facts: null,
      committedAt: 0,
    });
    expect(
      await publisher.publish("kept.c", "twice", {
        messageId: "again",
        facts: null,
        committedAt: 0,
      }),
    ).toBe(sequence);
    expect(await stored(sequence)).toEqual({ text: "once", id: "again" });
  });
});
