import { AppError } from "@team-chat/errors";
import { answer, useWorld } from "@team-chat/testkit";
import { beforeAll, beforeEach, describe, test } from "vitest";

import { channelMessage, directMessage, eventOf } from "./messages.ts";
import { bot, human } from "./peers.ts";
import { World } from "./world.ts";

describe("what the bot says (docs/behaviour/webhooks.md#replies)", () => {
  const world = useWorld(() => World.create());
  let nextId = 1000;

  beforeAll(async () => {
    world().peers.has(human(10));
    world().peers.has(bot(20, world().receiver.url));
    await world().start();
  });

  beforeEach(() => {
    nextId += 1;
    world().peers.sent.length = 0;
    world().peers.onSend = () => undefined;
  });

  async function mention(): Promise<void> {
    await world().publish(eventOf(channelMessage({ id: nextId }), { mentions: [20] }));
    await world().settle();
  }
  const said = () => world().peers.said();
  const last = async () => (await world().deliveries()).at(-1);

  test("a bot says nothing when its server wants nothing said", async ({ expect }) => {
    for (const body of ['""', "{}", { response_not_required: true }, { content: "" }]) {
      world().receiver.plays(answer(200, body));
      await mention();
      nextId += 1;
    }
    expect(said()).toEqual([]);
    expect(await last()).toMatchObject({ state: "done", attempts: 1, lastStatus: 200 });
  });

  test("a bot's answer may come with a form", async ({ expect }) => {
    const widget = { widget_type: "zform", extra_data: {} };
    world().receiver.plays(answer(200, { content: "Which?", widget_content: widget }));
    await mention();
    expect(world().peers.sent).toMatchObject([
      { content: "Which?", widgetContent: JSON.stringify(widget) },
    ]);
    world().receiver.plays(answer(404));
    nextId += 1;
    await mention();
    expect(world().peers.sent.at(-1)).toMatchObject({ widgetContent: null });
  });

  test("a bot says what went wrong when its server's answer cannot be read", async ({ expect }) => {
    for (const body of ["", "not JSON", "[]", "x".repeat(2 * 1024 * 1024)]) {
      world().receiver.plays(answer(200, body));
      await mention();
      nextId += 1;
    }
    expect(said()).toEqual([
      "Failure! Invalid JSON in response",
      "Failure! Invalid JSON in response",
      "Failure! Invalid response format",
      "Failure! Response is too large",
    ]);
  });

  test("a bot says the status when its server refuses, at once and only once", async ({
    expect,
  }) => {
    world().receiver.plays(answer(404));
    await mention();
    expect(said()).toEqual(["Failure! Third party responded with 404"]);
    expect(await last()).toMatchObject({
      state: "failed",
      attempts: 1,
      lastStatus: 404,
      lastError: "Third party responded with 404",
    });
  });

  test("a bot says the status of a redirect, which is not followed", async ({ expect }) => {
    const before = world().receiver.requests.length;
    world().receiver.plays(answer(302, "", { location: world().receiver.url }));
    await mention();
    expect(said()).toEqual(["Failure! Third party responded with 302"]);
    expect(world().receiver.requests).toHaveLength(before + 1);
  });

  test("a bot's answer goes to the topic of its message as the bot itself, under a key of its own", async ({
    expect,
  }) => {
    world().receiver.plays(answer(200, { content: "Pizza." }));
    await mention();
    expect(world().peers.sent).toMatchObject([
      {
        realmId: 1,
        botId: 20,
        to: { kind: "channel", channelId: 9, topic: "lunch" },
        content: "Pizza.",
        key: expect.stringMatching(/^webhook-\d+$/),
      },
    ]);
    nextId += 1;
    await mention();
    const keys = world().peers.sent.map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  test("a bot's answer goes to everybody in a direct conversation", async ({ expect }) => {
    world().receiver.plays(answer(200, { response_string: "Pizza." }));
    await world().publish(eventOf(directMessage([20, 11], { id: nextId })));
    await world().settle();
    expect(world().peers.sent).toMatchObject([
      { to: { kind: "direct", userIds: [10, 20, 11] }, content: "Pizza." },
    ]);
  });

  test("a bot's answer is tried again under the same key while messages cannot be sent", async ({
    expect,
  }) => {
    const keys: unknown[] = [];
    world().receiver.plays(answer(200, { content: "Pizza." }));
    world().peers.onSend = ({ key }) => {
      keys.push(key);
      if (keys.length < 3) throw new AppError("SERVICE_UNAVAILABLE", "Not now.");
    };
    const before = world().receiver.requests.length;
    await mention();
    expect(said()).toEqual([]);
    await world().pass(5000);
    expect(said()).toEqual([]);
    await world().pass(30_000);
    expect(said()).toEqual(["Pizza."]);
    expect(new Set(keys).size).toBe(1);
    expect(world().receiver.requests).toHaveLength(before + 1);
    expect(await last()).toMatchObject({ state: "done", attempts: 1, replyAttempts: 3 });
  });

  test("a bot says why when the conversation does not take its answer", async ({ expect }) => {
    world().receiver.plays(answer(200, { content: "@**all** Pizza." }));
    world().peers.onSend = ({ content }) => {
      if (!content.startsWith("Failure!"))
        throw new AppError("BAD_REQUEST", "You may not say that.");
    };
    await mention();
    expect(said()).toEqual(["Failure! You may not say that."]);
    expect(await last()).toMatchObject({ state: "failed", lastError: "You may not say that." });
  });
});
