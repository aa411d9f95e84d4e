import { once } from "node:events";
import { createServer, type Server } from "node:http";

import { answer } from "@team-chat/testkit";
import { afterEach, beforeEach, describe, test } from "vitest";

import { channelMessage, eventOf } from "./messages.ts";
import { bot, human } from "./peers.ts";
import { World } from "./world.ts";

describe("where outgoing webhooks may go (docs/behaviour/webhooks.md#addresses-that-may-be-called)", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.create();
    world.peers.has(human(10));
  });

  afterEach(() => world[Symbol.asyncDispose]());

  /** Mentions a bot for each of these addresses. */
  async function tellBotsAt(urls: readonly string[]): Promise<void> {
    const ids = urls.map((url, index) => world.peers.has(bot(20 + index, url)).id);
    await world.publish(eventOf(channelMessage(), { mentions: ids }));
    await world.settle();
  }

  test("an outgoing webhook goes nowhere inside in production, however the address is written", async ({
    expect,
  }) => {
    const { port } = world.receiver;
    const urls = [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://LOCALHOST:${port}/`,
      `http://user:password@127.0.0.1:${port}/`,
      `http://2130706433:${port}/`,
      `http://0x7f000001:${port}/`,
      `http://0177.0.0.1:${port}/`,
      `http://127.1:${port}/`,
      `http://0.0.0.0:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`,
      `http://017700000001:${port}/`,
      `http://0x7f.0.0.1:${port}/`,
      `http://127.0.0.1.:${port}/`,
      `http://①②⑦.⓪.⓪.①:${port}/`,
      `http://example.com@127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}#@example.com/`,
      `http://[::127.0.0.1]:${port}/`,
      `http://[64:ff9b::7f00:1]:${port}/`,
      "http://[2002:7f00:1::]/",
      "http://[::ffff:169.254.169.254]/",
      "http://10.0.0.1/",
      "http://192.168.0.1/",
      "http://172.16.0.1/",
      "http://169.254.169.254/latest/meta-data/",
      "http://[fd00::1]/",
      "http://[fe80::1]/",
      "https://127.0.0.1/",
    ];
    await world.start({ MODE: "production" });
    await tellBotsAt(urls);
    expect(world.receiver.requests).toEqual([]);
    const deliveries = await world.deliveries();
    expect(deliveries.map(({ lastError }) => lastError)).toEqual(
      urls.map(() => "The address is not allowed."),
    );
    expect(world.peers.said()).toEqual(urls.map(() => "Failure! Bot is unavailable"));
  });

  test("an outgoing webhook does not go to addresses that are none, which is not tried again", async ({
    expect,
  }) => {
    await world.start();
    await tellBotsAt(["nonsense", "ftp://127.0.0.1/", "http://"]);
    expect(await world.deliveries()).toMatchObject([
      { state: "failed", attempts: 1 },
      { state: "failed", attempts: 1 },
      { state: "failed", attempts: 1 },
    ]);
    expect(world.peers.said()).toHaveLength(3);
  });

  test("an outgoing webhook does not go where an allowed address redirects", async ({ expect }) => {
    const inner = await startInner();
    const { port } = inner.address() as { port: number };
    let reached = 0;
    inner.on("request", () => {
      reached += 1;
    });
    world.receiver.plays(answer(307, "", { location: `http://127.0.0.1:${port}/` }));
    await world.start();
    await tellBotsAt([world.receiver.url]);
    inner.close();
    expect(world.receiver.requests).toHaveLength(1);
    expect(reached).toBe(0);
  });

  test("an outgoing webhook goes to loopback in development, but to no other private network", async ({
    expect,
  }) => {
    const { port } = world.receiver;
    await world.start();
    await tellBotsAt([
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      "http://10.0.0.1/",
      "http://169.254.169.254/",
    ]);
    expect(world.receiver.requests).toHaveLength(2);
    expect((await world.deliveries()).map(({ lastError }) => lastError)).toEqual([
      null,
      null,
      "The address is not allowed.",
      "The address is not allowed.",
    ]);
  });

  test("an outgoing webhook goes to networks that the configuration allows, also in production", async ({
    expect,
  }) => {
    await world.start({ MODE: "production", WEBHOOK_ALLOWED_NETWORKS: ["127.0.0.1/32"] });
    await tellBotsAt([world.receiver.url]);
    expect(world.receiver.requests).toHaveLength(1);
  });
});

async function startInner(): Promise<Server> {
  const server = createServer((_request, response) => response.end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
