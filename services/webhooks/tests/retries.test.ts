import { startMeter } from "@team-chat/telemetry";
import { answer, drip, hang, reset } from "@team-chat/testkit";
import { afterEach, beforeEach, describe, test } from "vitest";

import { waitAfter } from "../src/workflows/deliver/schedule.ts";
import { channelMessage, eventOf } from "./messages.ts";
import { bot, human } from "./peers.ts";
import { World } from "./world.ts";

const hour = 3_600_000;

describe("a bot's server that does not take a delivery (docs/behaviour/webhooks.md#failures-of-calls)", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.create();
    world.peers.has(human(10));
    world.peers.has(bot(20, world.receiver.url));
  });

  afterEach(() => world[Symbol.asyncDispose]());

  const mention = () => world.publish(eventOf(channelMessage(), { mentions: [20] }));
  const said = () => world.peers.answered();

  test("a delivery is tried at once, without waiting for the next look", async ({ expect }) => {
    await world.start();
    await mention();
    await world.receiver.hasGot(1);
    expect(world.receiver.requests).toHaveLength(1);
  });

  test("a delivery is tried again after 5 s with the same id, and no sooner", async ({
    expect,
  }) => {
    await world.start();
    for (const play of [answer(500), answer(429), reset]) {
      world.receiver.requests.length = 0;
      world.receiver.plays(play);
      await world.publish(eventOf(channelMessage({ id: world.now }), { mentions: [20] }));
      await world.settle();
      await world.pass(4999);
      expect(world.receiver.requests).toHaveLength(1);
      world.receiver.plays(answer(200, { content: "Back." }));
      await world.pass(1);
      expect(world.receiver.requests).toHaveLength(2);
      const ids = world.receiver.requests.map(({ headers }) => headers["webhook-id"]);
      expect(new Set(ids).size).toBe(1);
    }
    expect(said()).toEqual(["Back.", "Back.", "Back."]);
  });

  test("a delivery is given up on when the server takes too long to answer or to finish, and tried again", async ({
    expect,
  }) => {
    await world.start({}, { botTimeoutMs: 1000 });
    world.receiver.plays(hang);
    await mention();
    await world.settle();
    world.receiver.plays(drip);
    await world.pass(5000);
    expect(world.receiver.requests).toHaveLength(2);
    expect(await world.deliveries()).toMatchObject([
      { state: "pending", attempts: 2, lastStatus: null },
    ]);
    expect(said()).toEqual([]);
  });

  test("a server is called unavailable after eleven tries in about three days", async ({
    expect,
  }) => {
    const started = world.now;
    await world.receiver[Symbol.asyncDispose]();
    await world.start();
    await mention();
    await world.settle();
    for (let tries = 1; tries < 11; tries += 1) {
      expect(said()).toEqual([]);
      await world.pass(waitAfter(tries, () => 0.5) ?? 0);
    }
    expect(said()).toEqual(["Failure! Bot is unavailable"]);
    expect(await world.deliveries()).toMatchObject([
      { state: "failed", attempts: 11, lastError: expect.stringContaining("ECONNREFUSED") },
    ]);
    expect((world.now - started) / hour).toBeGreaterThan(60);
    expect((world.now - started) / hour).toBeLessThan(80);
  });

  test("deliveries that are put off again and again are told to whoever watches, though none is due", async ({
    expect,
  }) => {
    const meter = await startMeter({ service: "webhooks", version: "1.0" });
    await world.start({}, { metrics: meter.metrics });
    world.receiver.plays(reset);
    await mention();
    await world.settle();
    for (let tries = 1; tries < 6; tries += 1) await world.pass(waitAfter(tries, () => 0.5) ?? 0);
    await world.pass(hour);
    const lines = (await meter.text()).split("\n");
    const valueOf = (name: string) =>
      Number(
        lines
          .find((line) => line.startsWith(`${name}{`))
          ?.split(" ")
          .at(-1),
      );
    expect(valueOf("webhooks_deliveries_waiting_age_seconds")).toBeGreaterThan(3600);
    expect(valueOf("webhooks_deliveries_overdue_age_seconds")).toBe(0);
    await meter.stop();
  });

  test("a delivery is not held to have been tried while the users service is away", async ({
    expect,
  }) => {
    await world.start();
    world.receiver.plays(answer(500));
    await mention();
    await world.settle();
    world.peers.usersAnswer = false;
    for (let round = 0; round < 20; round += 1) await world.pass(5000);
    expect(await world.deliveries()).toMatchObject([{ state: "pending", attempts: 1 }]);
    world.peers.usersAnswer = true;
    world.receiver.plays(answer(200, { content: "Back." }));
    await world.pass(5000);
    expect(said()).toEqual(["Back."]);
    expect(await world.deliveries()).toMatchObject([{ state: "done", attempts: 2 }]);
  });

  test("a delivery is forgotten when the bot is deactivated meanwhile", async ({ expect }) => {
    await world.start();
    world.receiver.plays(answer(500));
    await mention();
    await world.settle();
    world.peers.has({ ...bot(20, world.receiver.url), isActive: false });
    await world.pass(5000);
    expect(world.receiver.requests).toHaveLength(1);
    expect(await world.deliveries()).toMatchObject([{ state: "failed" }]);
    expect(said()).toEqual([]);
  });

  test("a delivery is forgotten when the organization is deactivated meanwhile, and not begun afterwards", async ({
    expect,
  }) => {
    await world.start();
    world.receiver.plays(answer(500));
    await mention();
    await world.settle();
    world.peers.realmIsDeactivated = true;
    await world.pass(5000);
    await mention();
    await world.settle();
    expect(world.receiver.requests).toHaveLength(1);
    for (const { state } of await world.deliveries()) expect(state).toBe("failed");
    expect(said()).toEqual([]);
    world.peers.realmIsDeactivated = false;
  });
});
