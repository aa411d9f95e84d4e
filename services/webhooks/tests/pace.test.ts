import { answer, useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { claimDue } from "../src/queries/claims.ts";
import { insertDeliveries } from "../src/queries/deliveries.ts";
import { channelMessage, eventOf } from "./messages.ts";
import { bot, human } from "./peers.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());
const second = 1000;

beforeAll(async () => {
  world().peers.has(human(10));
  world().peers.has(bot(20, world().receiver.url));
});

const mention = (id: number) => eventOf(channelMessage({ id }), { mentions: [20] });
const got = () => world().receiver.requests.length;

describe("deliveries of an organization that are more than it may begin (docs/hosting.md#quotas)", () => {
  test("deliveries of a minute begin at once, others in their turn, and no conversation hears that its bot is late", async ({
    expect,
  }) => {
    world().peers.deliveriesPerMinute = 6;
    await world().start();
    world().receiver.plays(answer(200, { content: "Here." }));
    for (let id = 1; id <= 9; id += 1) await world().publish(mention(id));
    await world().settle();
    expect(got()).toBe(6);
    // A bundle that comes again takes no turn.
    await world().publish(mention(9));
    await world().pass(10 * second - 1);
    expect(got()).toBe(6);
    for (const count of [7, 8, 9]) {
      await world().pass(1);
      expect(got()).toBe(count);
      await world().pass(10 * second - 1);
      expect(got()).toBe(count);
    }
    // Longer than a conversation waits for its bot.
    for (let id = 10; id <= 15; id += 1) await world().publish(mention(id));
    await world().settle();
    for (let passed = 0; passed < 60; passed += 10) await world().pass(10 * second);
    expect(world().peers.said()).toEqual(Array.from({ length: 15 }, () => "Here."));
    await world().stop();
  });

  test("deliveries that come together take turns, and those of another organization do not wait for them", async ({
    expect,
  }) => {
    const { ctx } = await world().start();
    const noted = (realmId: number, count: number, perMinute: number | null) =>
      insertDeliveries(
        ctx.db,
        Array.from({ length: count }, (_, at) => ({
          realmId,
          botId: 1000 + at,
          messageId: 5000,
          trigger: "mention",
          message: "{}",
          traceparent: null,
        })),
        {
          now: new Date(world().now),
          expiresAt: new Date(8e12),
          lateAt: new Date(8e12),
          perMinute,
        },
      );
    await noted(2, 5, 2);
    await noted(3, 1, 2);
    await noted(4, 5, null);
    const claimed = async (afterMs: number) => {
      const now = world().now + afterMs;
      const times = { now: new Date(now), until: new Date(now + 3_600_000) };
      const rows = await claimDue(ctx.db, { limit: 100, busy: [], owner: "test", ...times });
      return [2, 3, 4].map((realmId) => rows.filter((row) => row.realmId === realmId).length);
    };
    expect(await claimed(0)).toEqual([2, 1, 5]);
    expect(await claimed(30 * second - 1)).toEqual([0, 0, 0]);
    expect(await claimed(30 * second)).toEqual([1, 0, 0]);
    expect(await claimed(90 * second)).toEqual([2, 0, 0]);
  });
});
