import { answer, hang, Receiver } from "@team-chat/testkit";
import { afterEach, beforeEach, describe, test } from "vitest";

import { claimDue } from "../src/queries/claims.ts";
import { insertDeliveries } from "../src/queries/deliveries.ts";
import { cleanUp } from "../src/workflows/clean-up.ts";
import { channelMessage, eventOf } from "./messages.ts";
import { bot, human } from "./peers.ts";
import { World } from "./world.ts";

describe("a bot's server that is not well (docs/behaviour/webhooks.md#failures-of-calls)", () => {
  let world: World;
  let nextId = 1000;

  beforeEach(async () => {
    world = await World.create();
    world.peers.has(human(10));
    world.peers.has(bot(20, world.receiver.url));
  });

  afterEach(() => world[Symbol.asyncDispose]());

  async function mention(...ids: readonly number[]): Promise<void> {
    nextId += 1;
    await world.publish(eventOf(channelMessage({ id: nextId }), { mentions: ids }));
  }
  const got = () => world.receiver.requests.length;

  test("a bot's server that is not well is not asked before its Retry-After, for other messages neither", async ({
    expect,
  }) => {
    await world.start();
    world.receiver.plays(answer(429, "", { "retry-after": "60" }));
    await mention(20);
    await world.settle();
    await mention(20);
    await world.settle();
    await world.pass(59_999);
    expect(got()).toBe(1);
    world.receiver.plays(answer(200, {}));
    await world.pass(1);
    expect(got()).toBe(3);
    expect(await world.deliveries()).toMatchObject([{ state: "done" }, { state: "done" }]);
  });

  test("a bot's server that is not well is not asked again after 410, until it has another address", async ({
    expect,
  }) => {
    await world.start();
    world.receiver.plays(answer(410));
    await mention(20);
    await world.settle();
    await mention(20);
    await world.settle();
    expect(got()).toBe(1);
    expect(world.peers.said()).toEqual([
      "Failure! Third party responded with 410",
      "Failure! Bot is unavailable",
    ]);
    expect(world.peers.notices).toHaveLength(1);
    expect(await world.deliveries()).toMatchObject([
      { state: "failed", attempts: 1, lastStatus: 410 },
      { state: "failed", attempts: 0, lastStatus: null },
    ]);
    world.receiver.plays(answer(200, {}));
    world.peers.has(bot(20, `${world.receiver.url}/moved`));
    await mention(20);
    await world.settle();
    expect(got()).toBe(2);
  });

  test("a bot's server that is not well gets one call at a time after five failures, and none during its pause", async ({
    expect,
  }) => {
    await world.start();
    world.receiver.plays(answer(500));
    for (let message = 0; message < 5; message += 1) {
      await mention(20);
      await world.settle();
    }
    expect(got()).toBe(5);
    await mention(20);
    await world.settle();
    await world.pass(29_000);
    expect(got()).toBe(5);
    await world.pass(1000);
    expect(got()).toBe(6);
    await world.pass(59_000);
    expect(got()).toBe(6);
    world.receiver.plays(answer(200, {}));
    await world.pass(1000);
    expect((await world.deliveries()).map(({ state }) => state)).toEqual(
      Array.from({ length: 6 }, () => "done"),
    );
  });

  test("a bot's server that is not well is called unavailable in the end, also for what waited", async ({
    expect,
  }) => {
    await world.start();
    world.receiver.plays(answer(503));
    for (let message = 0; message < 8; message += 1) await mention(20);
    await world.settle();
    for (let hours = 0; hours < 79; hours += 1) await world.pass(3_600_000);
    await world.pass(3_600_000);
    const deliveries = await world.deliveries();
    expect(deliveries.map(({ state }) => state)).toEqual(deliveries.map(() => "failed"));
    expect(world.peers.answered()).toEqual(deliveries.map(() => "Failure! Bot is unavailable"));
    expect(world.peers.notices).toHaveLength(8);
  });

  test("a bot's server that is not well is not called more than four times at once, and keeps no other waiting", async ({
    expect,
  }) => {
    await using healthy = await Receiver.start();
    world.peers.has(bot(21, healthy.url));
    await world.start();
    world.receiver.plays(hang);
    for (let message = 0; message < 100; message += 1) await mention(20);
    await mention(21);
    await healthy.hasGot(1);
    expect(got()).toBeLessThanOrEqual(4);
    await world.receiver[Symbol.asyncDispose]();
  });

  test("deliveries of one organization do not wait for those that another has waiting, however many", async ({
    expect,
  }) => {
    const { ctx } = await world.start();
    const bots = 800;
    const each = 4;
    const noted = (realmId: number, count: number, dueMs: number) =>
      insertDeliveries(
        ctx.db,
        Array.from({ length: count }, (_, at) => ({
          realmId,
          botId: 1000 + (at % bots),
          messageId: 5000 + at,
          trigger: "mention",
          message: "{}",
          traceparent: null,
        })),
        {
          now: new Date(dueMs),
          expiresAt: new Date(8e12),
          lateAt: new Date(8e12),
          perMinute: null,
        },
      );
    await noted(1, bots * each, world.now - 60_000);
    await noted(2, 3, world.now);
    await noted(3, 100, world.now);
    const claimed = (limit: number, busy: Parameters<typeof claimDue>[1]["busy"] = []) =>
      claimDue(ctx.db, {
        limit,
        busy,
        owner: "test",
        now: new Date(world.now),
        until: new Date(world.now + 5000),
      });
    const countOf = (rows: readonly { readonly realmId: number }[]) =>
      [1, 2, 3].map((realmId) => rows.filter((row) => row.realmId === realmId).length);
    expect(countOf(await claimed(63))).toEqual([30, 3, 30]);
    // What is under way counts as well.
    const busy = Array.from({ length: 10 }, (_, at) => ({ realmId: 1, botId: at, calls: 3 }));
    expect(countOf(await claimed(20, busy))).toEqual([0, 0, 20]);
  });

  test("the owner of a bot whose server is not well is told once, with the status and part of the answer", async ({
    expect,
  }) => {
    await world.start();
    world.receiver.plays(answer(403, `No ${"`".repeat(3)} entry. ${"x".repeat(10_000_000)}`));
    await mention(20);
    await world.settle();
    const [notice] = world.peers.notices;
    expect(notice).toMatchObject({ to: { kind: "users", userIds: [10] } });
    expect(notice?.content).toContain(
      `Your bot @_**Bot 20|20** could not handle [a message](http://localhost:9991/#narrow/channel/9/topic/lunch/near/${nextId})`,
    );
    expect(notice?.content).toContain("status 403");
    expect(notice?.content).toContain("No ``` entry.");
    expect(notice?.content.length).toBeLessThan(1500);
    expect(world.peers.notices).toHaveLength(1);
  });

  test("nothing is left of a delivery two weeks after it was finished", async ({ expect }) => {
    const { ctx } = await world.start();
    await mention(20);
    await world.settle();
    world.receiver.plays(hang);
    await mention(20);
    await world.receiver.hasGot(2);
    const day = 24 * 3_600_000;
    world.now += 14 * day - 1000;
    await cleanUp(ctx);
    expect(await world.deliveries()).toHaveLength(2);
    world.now += 2000;
    await cleanUp(ctx);
    expect(await world.deliveries()).toMatchObject([{ state: "pending" }]);
    await world.receiver[Symbol.asyncDispose]();
  });
});
