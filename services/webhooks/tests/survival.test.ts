import { once } from "node:events";

import { presentMessage } from "@team-chat/contract";
import { answer, hang, nextLook } from "@team-chat/testkit";
import { afterEach, beforeEach, describe, test } from "vitest";

import { noteUsage } from "../src/workflows/note-usage.ts";
import { channelMessage, directMessage, eventOf } from "./messages.ts";
import { bot, human } from "./peers.ts";
import { World } from "./world.ts";

const claimMs = 5000;
const form = { applyMarkdown: true, clientGravatar: true, emptyTopicName: "" };

describe("a delivery outlives the process that works on it", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.create();
    world.peers.has(human(10));
    world.peers.has(bot(20, world.receiver.url));
  });

  afterEach(() => world[Symbol.asyncDispose]());

  const mention = () => world.publish(eventOf(channelMessage(), { mentions: [20] }));
  const said = () => world.peers.answered();

  test("another process notes the delivery of one that was killed before", async ({ expect }) => {
    const reached = Promise.withResolvers<void>();
    world.receiver.plays(answer(200, { content: "Here." }));
    world.peers.onUsers = () => {
      reached.resolve();
      return Promise.withResolvers<void>().promise;
    };
    await killAt(reached.promise);
    expect(await world.deliveries()).toEqual([]);
    world.peers.onUsers = () => undefined;
    await takeOver();
    expect(said()).toEqual(["Here."]);
    expect(world.receiver.requests).toHaveLength(1);
  });

  test("each delivery is counted once for its day, and users is told when it is back (docs/hosting.md#usage)", async ({
    expect,
  }) => {
    world.now = Date.parse("2026-05-31T12:00:00Z");
    const { ctx } = await world.start();
    world.receiver.plays(answer(200, {}));
    const same = eventOf(channelMessage(), { mentions: [20] });
    await world.publish(same);
    await world.publish(same);
    await world.settle();
    world.peers.usersAnswer = false;
    await expect(noteUsage(ctx)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    world.peers.usersAnswer = true;
    await noteUsage(ctx);
    await noteUsage(ctx);
    expect(world.peers.deliveriesNoted).toEqual([{ realmId: 1, day: "2026-05-31", deliveries: 1 }]);
  });

  test("another process posts again, with the same id, when one is killed while the bot's server thinks", async ({
    expect,
  }) => {
    world.receiver.plays(hang);
    const process = world.spawn();
    await mention();
    await world.receiver.hasGot(1);
    process.kill("SIGKILL");
    await once(process, "exit");

    world.now = (await world.claimEnd()) - 1;
    world.receiver.plays(answer(200, { content: "Here." }));
    await world.start();
    expect(world.receiver.requests).toHaveLength(1);
    await world.pass(claimMs);
    expect(world.receiver.requests).toHaveLength(2);
    const ids = world.receiver.requests.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
    expect(said()).toEqual(["Here."]);
  });

  test("an answer on its way gets to the conversation when the process is killed", async ({
    expect,
  }) => {
    const reached = Promise.withResolvers<void>();
    world.receiver.plays(answer(200, { content: "Here." }));
    world.peers.onSend = () => {
      reached.resolve();
      return Promise.withResolvers<void>().promise;
    };
    await killAt(reached.promise);
    expect(said()).toEqual([]);
    world.peers.onSend = () => undefined;
    await takeOver();
    expect(said()).toEqual(["Here."]);
    expect(world.receiver.requests).toHaveLength(1);
    expect(await world.deliveries()).toMatchObject([{ state: "done", attempts: 1 }]);
  });

  test("an answer that got there is not posted twice when the process is killed", async ({
    expect,
  }) => {
    const reached = Promise.withResolvers<void>();
    world.receiver.plays(answer(200, { content: "Here." }));
    world.peers.afterSend = () => {
      reached.resolve();
      return Promise.withResolvers<void>().promise;
    };
    await killAt(reached.promise);
    expect(said()).toEqual(["Here."]);
    await takeOver();
    expect(said()).toEqual(["Here."]);
    expect(await world.deliveries()).toMatchObject([{ state: "done", replyAttempts: 2 }]);
  });

  test("conversation and owner know of a failure once when the process is killed in between", async ({
    expect,
  }) => {
    const reached = Promise.withResolvers<void>();
    world.receiver.plays(answer(404));
    world.peers.onNotice = () => {
      reached.resolve();
      return Promise.withResolvers<void>().promise;
    };
    await killAt(reached.promise);
    expect(world.peers.notices).toEqual([]);
    world.peers.onNotice = () => undefined;
    await takeOver();
    expect(said()).toEqual(["Failure! Third party responded with 404"]);
    expect(world.peers.notices).toHaveLength(1);
    expect(await world.deliveries()).toMatchObject([{ state: "failed", attempts: 1 }]);
  });

  test("the next try comes when it is due when the process is killed before", async ({
    expect,
  }) => {
    world.receiver.plays(answer(500));
    const process = world.spawn();
    await mention();
    await world.receiver.hasGot(1);
    while ((await world.deliveries())[0]?.lastStatus !== 500) await nextLook();
    process.kill("SIGKILL");
    await once(process, "exit");
    world.receiver.plays(answer(200, { content: "Here." }));
    await takeOver();
    expect(said()).toEqual(["Here."]);
    expect(await world.deliveries()).toMatchObject([{ state: "done", attempts: 2 }]);
  });

  test("e-mail about missed messages goes once, whether the process is killed before users has it or after (docs/behaviour/mail.md#missed-messages)", async ({
    expect,
  }) => {
    const settings = { email_notifications_batching_period_seconds: 1 };
    world.peers.has({ ...human(11), settings });
    const mailed = () => world.peers.mailed.flatMap(({ conversations }) => conversations);
    for (const [id, moment] of [
      [1, "onMail"],
      [2, "afterMail"],
    ] as const) {
      const reached = Promise.withResolvers<void>();
      world.peers[moment] = () => {
        reached.resolve();
        return Promise.withResolvers<void>().promise;
      };
      const timestamp = Math.floor(Date.now() / 1000);
      const message = directMessage([11], { id, timestamp });
      world.peers.messages.push({ ...presentMessage(message, form), flags: [] });
      await killAt(reached.promise, () => world.publish(eventOf(message, { receivers: [11] })));
      world.peers[moment] = () => undefined;
      await takeOver();
      await world.stop();
      expect(mailed().map(({ messageIds }) => messageIds)).toEqual(id === 1 ? [[1]] : [[1], [2]]);
    }
    expect(await world.missed()).toBe(0);
  });

  /** Mentions the bot and kills the process that works on it when it has got there. */
  async function killAt(point: Promise<void>, begin = mention): Promise<void> {
    const process = world.spawn();
    await begin();
    await point;
    process.kill("SIGKILL");
    await once(process, "exit");
  }

  /** Starts another process and lets the claims of the killed one end. */
  async function takeOver(): Promise<void> {
    world.now = Date.now();
    await world.start();
    await world.pass(2 * claimMs);
  }

  test("a slow delivery stays with its process, which says every second that it still works on it", async ({
    expect,
  }) => {
    let finish = () => undefined as void;
    world.receiver.plays((response) => {
      finish = () => {
        answer(200, { content: "Here." })(response);
      };
    });
    await world.start();
    await world.start();
    await mention();
    await world.receiver.hasGot(1);
    for (let second = 0; second < 9; second += 1) {
      await world.tick(1000);
    }
    expect(world.receiver.requests).toHaveLength(1);
    finish();
    await world.settle();
    expect(said()).toEqual(["Here."]);
    expect(await world.deliveries()).toMatchObject([{ state: "done", attempts: 1 }]);
  });

  test("a process that stops in order finishes first what is under way", async ({ expect }) => {
    let finish = () => undefined as void;
    world.receiver.plays((response) => {
      finish = () => {
        answer(200, { content: "Here." })(response);
      };
    });
    const service = await world.start();
    await mention();
    await world.receiver.hasGot(1);
    const stopped = service[Symbol.asyncDispose]();
    finish();
    await stopped;
    // Whether the answer is posted as well depends on when the worker is told; it is not forgotten.
    const [delivery] = await world.deliveries();
    expect(["replying", "done"]).toContain(delivery?.state);
    expect(delivery?.lastStatus).toBe(200);
    await world.start();
    await world.settle();
    expect(said()).toEqual(["Here."]);
    expect(world.receiver.requests).toHaveLength(1);
  });

  test("several processes share the work and post each delivery once", async ({ expect }) => {
    await world.start();
    await world.start();
    const ids = Array.from({ length: 200 }, (_, index) => 1000 + index);
    await world.publish(...ids.map((id) => eventOf(channelMessage({ id }), { mentions: [20] })));
    await world.settle();
    const received = world.receiver.requests.map(
      ({ body }) => (JSON.parse(body) as { message: { id: number } }).message.id,
    );
    expect(received.toSorted((a, b) => a - b)).toEqual(ids);
  });
});
