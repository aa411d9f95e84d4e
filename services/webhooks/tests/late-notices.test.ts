import { once } from "node:events";

import { AppError } from "@team-chat/errors";
import { answer, hang, reset } from "@team-chat/testkit";
import { afterEach, beforeEach, describe, test } from "vitest";

import { lateNotice } from "../src/workflows/deliver/say-late.ts";
import { channelMessage, directMessage, eventOf } from "./messages.ts";
import { bot, human } from "./peers.ts";
import { World } from "./world.ts";

const day = 86_400_000;

describe("a conversation whose bot does not answer (docs/behaviour/webhooks.md#failures-of-calls)", () => {
  let world: World;
  let nextId = 2000;

  beforeEach(async () => {
    world = await World.create();
    world.peers.has(human(10));
    world.peers.has(bot(20, world.receiver.url));
  });

  afterEach(() => world[Symbol.asyncDispose]());

  async function mention(): Promise<void> {
    nextId += 1;
    await world.publish(eventOf(channelMessage({ id: nextId }), { mentions: [20] }));
    await world.settle();
  }
  const said = () => world.peers.said();

  test.for([
    ["an error", answer(500)],
    ["too many requests", answer(429)],
    ["a broken connection", reset],
  ] as const)(
    "a conversation is told at once that its bot does not answer after %s, once however many tries fail",
    async ([, play], { expect }) => {
      await world.start();
      world.receiver.plays(play);
      await mention();
      expect(said()).toEqual([lateNotice]);
      const place = { kind: "channel", channelId: 9, topic: "lunch" };
      expect(world.peers.sent).toMatchObject([{ botId: 20, to: place, widgetContent: null }]);
      for (let minute = 0; minute < 60; minute += 1) await world.pass(60_000);
      expect(world.receiver.requests.length).toBeGreaterThan(5);
      expect(said()).toEqual([lateNotice]);
      world.receiver.plays(answer(200, { content: "At last." }));
      await world.pass(day);
      expect(said()).toEqual([lateNotice, "At last."]);
      expect(await world.deliveries()).toMatchObject([{ state: "done" }]);
    },
  );

  test("a direct conversation is told of a time-out too, and told more when the bot never answers", async ({
    expect,
  }) => {
    await world.start({}, { botTimeoutMs: 200 });
    world.receiver.plays(hang);
    await world.publish(eventOf(directMessage([20])));
    await world.settle();
    expect(world.peers.sent).toMatchObject([
      { content: lateNotice, to: { kind: "direct", userIds: [10, 20] } },
    ]);
    await world.receiver[Symbol.asyncDispose]();
    for (let hours = 0; hours < 80; hours += 1) await world.pass(3_600_000);
    expect(said()).toEqual([lateNotice, "Failure! Bot is unavailable"]);
    expect(await world.deliveries()).toMatchObject([{ state: "failed" }]);
  });

  test("a conversation is told nothing of tries when the bot answers, nor when it refuses for good", async ({
    expect,
  }) => {
    await world.start();
    world.receiver.plays(answer(200, { content: "Hi." }));
    await mention();
    world.receiver.plays(answer(404));
    await mention();
    await world.pass(60_000);
    expect(said()).toEqual(["Hi.", "Failure! Third party responded with 404"]);
  });

  test("a conversation is told within a minute when there is no try, because the endpoint pauses", async ({
    expect,
  }) => {
    await world.start();
    world.receiver.plays(answer(429, "", { "retry-after": "7200" }));
    await mention();
    await mention();
    expect(said()).toEqual([lateNotice]);
    await world.pass(29_999);
    expect(said()).toEqual([lateNotice]);
    await world.pass(1);
    expect(said()).toEqual([lateNotice, lateNotice]);
    expect(await world.deliveries()).toMatchObject([{ attempts: 1 }, { attempts: 0 }]);
    world.receiver.plays(answer(500));
    await world.pass(7_200_000);
    expect(said()).toEqual([lateNotice, lateNotice]);
    world.receiver.plays(answer(200, { content: "Both." }));
    await world.pass(day);
    expect(said()).toEqual([lateNotice, lateNotice, "Both.", "Both."]);
  });

  test("a conversation is told later while messages or users do not answer, and the tries go on meanwhile", async ({
    expect,
  }) => {
    await world.start();
    world.receiver.plays(answer(500));
    world.peers.onSend = () => {
      throw new AppError("SERVICE_UNAVAILABLE", "Away.");
    };
    await mention();
    await world.pass(5000);
    expect(said()).toEqual([]);
    expect(await world.deliveries()).toMatchObject([{ state: "pending", attempts: 2 }]);
    world.peers.onSend = () => undefined;
    world.peers.usersAnswer = false;
    await world.pass(5000);
    expect(said()).toEqual([]);
    world.peers.usersAnswer = true;
    await world.pass(5000);
    expect(said()).toEqual([lateNotice]);
    expect(await world.deliveries()).toMatchObject([{ state: "pending", attempts: 2 }]);
  });

  test("a conversation that refuses the notice is not asked again, and the answer is tried all the same", async ({
    expect,
  }) => {
    await world.start();
    world.receiver.plays(answer(500));
    let asked = 0;
    world.peers.onSend = () => {
      asked += 1;
      throw new AppError("BAD_REQUEST", "Not here.");
    };
    await mention();
    await world.pass(5000);
    await world.pass(60_000);
    expect(asked).toBe(1);
    world.peers.onSend = () => undefined;
    world.receiver.plays(answer(200, { content: "At last." }));
    await world.pass(day);
    expect(said()).toEqual(["At last."]);
  });

  test.for(["before", "after"] as const)(
    "a conversation is told once that its bot does not answer though the process is killed %s that",
    async (moment, { expect }) => {
      world.receiver.plays(answer(500));
      const reached = Promise.withResolvers<void>();
      const stay = () => {
        reached.resolve();
        return Promise.withResolvers<void>().promise;
      };
      if (moment === "before") world.peers.onSend = stay;
      else world.peers.afterSend = stay;
      const process = world.spawn();
      await world.publish(eventOf(channelMessage(), { mentions: [20] }));
      await reached.promise;
      process.kill("SIGKILL");
      await once(process, "exit");
      expect(said()).toEqual(moment === "before" ? [] : [lateNotice]);
      world.peers.onSend = () => undefined;
      world.peers.afterSend = () => undefined;
      world.now = Date.now();
      await world.start();
      await world.pass(10_000);
      expect(said()).toEqual([lateNotice]);
      world.receiver.plays(answer(200, { content: "At last." }));
      await world.pass(day);
      expect(said()).toEqual([lateNotice, "At last."]);
    },
  );
});
