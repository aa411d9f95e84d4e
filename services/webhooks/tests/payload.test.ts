import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import { channelMessage, directMessage, eventOf } from "./messages.ts";
import { bot, human } from "./peers.ts";
import { answer } from "./receiver.ts";
import { World } from "./world.ts";

describe("what makes a delivery, and what the bot gets", () => {
  let world: World;
  let nextId = 1000;

  beforeAll(async () => {
    world = await World.create();
    world.peers.has(human(10));
    world.peers.has(human(11));
    world.peers.has(bot(20, world.receiver.url));
    world.peers.has(bot(21, world.receiver.url));
    world.peers.has({ ...bot(22, world.receiver.url), webhook: null });
    world.peers.has({ ...bot(23, world.receiver.url), isActive: false });
    await world.start();
  });

  afterAll(() => world[Symbol.asyncDispose]());

  beforeEach(() => {
    nextId += 1;
    world.receiver.requests.length = 0;
    world.peers.sent.length = 0;
    world.receiver.plays(answer(200, { response_not_required: true }));
  });

  const bodies = () =>
    world.receiver.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const reached = () => bodies().map((body) => body["bot_email"]);

  test("messages of bots reach no bot, neither by mention nor directly", async ({ expect }) => {
    await world.publish(
      eventOf(channelMessage({ id: nextId }), { mentions: [20], senderIsBot: true }),
      eventOf(directMessage([20], { id: nextId + 100 }), { senderIsBot: true }),
    );
    await world.settle();
    expect(reached()).toEqual([]);
  });

  test("neither people nor bots without a webhook nor deactivated ones are told", async ({
    expect,
  }) => {
    await world.publish(
      eventOf(channelMessage({ id: nextId }), { mentions: [11, 22, 23, 99] }),
      eventOf(directMessage([11, 22, 23], { id: nextId + 100 })),
    );
    await world.settle();
    expect(reached()).toEqual([]);
  });

  test("a channel message without a mention and other events tell nobody", async ({ expect }) => {
    await world.publish(eventOf(channelMessage({ id: nextId })), {
      audience: { to: "everyone" },
      event: { type: "realm", op: "update" },
    });
    await world.settle();
    expect(reached()).toEqual([]);
  });

  test("a mention posts every field of the specification", async ({ expect }) => {
    const message = channelMessage({ id: nextId });
    await world.publish(eventOf(message, { mentions: [20] }));
    await world.settle();
    expect(bodies()).toEqual([
      {
        bot_email: "bot20@example.com",
        bot_full_name: "Bot 20",
        data: "@**Bot 20** *hungry?*",
        trigger: "mention",
        token: "token20",
        message: {
          id: nextId,
          type: "stream",
          sender_id: 10,
          sender_email: "user10@example.com",
          sender_full_name: "User 10",
          sender_realm_str: "",
          client: "website",
          timestamp: 1_700_000_000,
          recipient_id: 77,
          subject: "lunch",
          topic_links: [{ text: "#1", url: "https://issues.example/1" }],
          is_me_message: false,
          reactions: [],
          submessages: [],
          display_recipient: "general",
          stream_id: 9,
          content: "@**Bot 20** *hungry?*",
          content_type: "text/x-markdown",
          rendered_content: "<p>@Bot 20 <em>hungry?</em></p>",
          avatar_url: "https://avatars.example/10",
        },
      },
    ]);
    const [request] = world.receiver.requests;
    expect(request).toMatchObject({
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": expect.stringMatching(/^TeamChatOutgoingWebhook\/\d/),
        "webhook-id": expect.stringMatching(/^1-\d+$/),
      },
    });
  });

  test("a direct message posts the whole conversation, with the empty topic and no channel", async ({
    expect,
  }) => {
    const message = directMessage([20, 11], { id: nextId });
    await world.publish(eventOf(message, { mentions: [20] }));
    await world.settle();
    const [body] = bodies();
    expect(body).toMatchObject({
      trigger: "direct_message",
      data: "hungry?",
      message: { type: "private", subject: "", display_recipient: message.display_recipient },
    });
    expect(body?.["message"]).not.toHaveProperty("stream_id");
    expect(reached()).toEqual(["bot20@example.com"]);
  });

  test("the empty topic is posted as it is", async ({ expect }) => {
    await world.publish(eventOf(channelMessage({ id: nextId, subject: "" }), { mentions: [20] }));
    await world.settle();
    expect(bodies()[0]).toMatchObject({ message: { subject: "" } });
  });

  test("every bot mentioned is told, each with its own token", async ({ expect }) => {
    await world.publish(eventOf(channelMessage({ id: nextId }), { mentions: [20, 21, 11] }));
    await world.settle();
    const tokens = Object.fromEntries(bodies().map((body) => [body["bot_email"], body["token"]]));
    expect(tokens).toEqual({ "bot20@example.com": "token20", "bot21@example.com": "token21" });
  });

  test("a bundle that arrives twice makes one delivery", async ({ expect }) => {
    const event = eventOf(channelMessage({ id: nextId }), { mentions: [20] });
    await world.publish(event);
    await world.publish(event);
    await world.settle();
    expect(reached()).toEqual(["bot20@example.com"]);
  });
});
