import { factsOf } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { channelMessage, eventOf } from "./messages.ts";
import { bot, human } from "./peers.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

beforeAll(async () => {
  world().peers.has(human(10));
  world().peers.has(bot(20, world().receiver.url));
  await world().start();
});

const mention = (id: number) => eventOf(channelMessage({ id }), { mentions: [20] });

describe("a bundle of messages (docs/behaviour/webhooks.md#what-calls-a-bot)", () => {
  test("a bundle is passed over unread when its facts say that it reaches no bot", async ({
    expect,
  }) => {
    const facts = { ...factsOf([mention(501)]), mayReachBots: false };
    await world().publishWith(facts, mention(501));
    await world().settle();
    expect(await world().deliveries()).toEqual([]);
  });

  test("a bundle is read when it is of an earlier release, which wrote no facts", async ({
    expect,
  }) => {
    await world().publishWith(null, mention(502));
    await world().settle();
    expect(await world().deliveries()).toHaveLength(1);
  });
});
