import { createHmac } from "node:crypto";

import { answer, useWorld } from "@team-chat/testkit";
import { beforeAll, beforeEach, describe, test } from "vitest";

import { channelMessage, directMessage, eventOf } from "./messages.ts";
import { bot, human } from "./peers.ts";
import { World } from "./world.ts";

describe("what makes a delivery, and what the bot gets", () => {
  const world = useWorld(() => World.create());
  let nextId = 1000;

  beforeAll(async () => {
    world().peers.has(human(10));
    world().peers.has(human(11));
    world().peers.has(bot(20, world().receiver.url));
    world().peers.has(bot(21, world().receiver.url));
    world().peers.has({ ...bot(22, world().receiver.url), webhook: null });
    world().peers.has({ ...bot(23, world().receiver.url), isActive: false });
    await world().start();
  });

  beforeEach(() => {
    nextId += 1;
    world().receiver.requests.length = 0;
    world().peers.sent.length = 0;
    world().receiver.plays(answer(200, { response_not_required: true }));
  });

  const bodies = () =>
    world().receiver.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const reached = () => bodies().map((body) => body["bot_email"]);

  test("messages of bots reach no bot (docs/behaviour/webhooks.md#what-calls-a-bot)", async ({
    expect,
  }) => {
    await world().publish(
      eventOf(channelMessage({ id: nextId }), { mentions: [20], senderIsBot: true }),
      eventOf(directMessage([20], { id: nextId + 100 }), { senderIsBot: true }),
    );
    await world().settle();
    expect(reached()).toEqual([]);
  });

  test("neither people nor bots without a webhook nor deactivated ones are told", async ({
    expect,
  }) => {
    await world().publish(
      eventOf(channelMessage({ id: nextId }), { mentions: [11, 22, 23, 99] }),
      eventOf(directMessage([11, 22, 23], { id: nextId + 100 })),
    );
    await world().settle();
    expect(reached()).toEqual([]);
  });

  test("a channel message without a mention and other events tell nobody", async ({ expect }) => {
    await world().publish(eventOf(channelMessage({ id: nextId })), {
      audience: { to: "everyone" },
      event: { type: "realm", op: "update" },
    });
    await world().settle();
    expect(reached()).toEqual([]);
  });

  test("a mention posts every documented field (docs/behaviour/webhooks.md#what-a-bots-server-gets)", async ({
    expect,
  }) => {
    const message = channelMessage({ id: nextId });
    await world().publish(eventOf(message, { mentions: [20] }));
    await world().settle();
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
    const [request] = world().receiver.requests;
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
    await world().publish(eventOf(message, { mentions: [20] }));
    await world().settle();
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
    await world().publish(eventOf(channelMessage({ id: nextId, subject: "" }), { mentions: [20] }));
    await world().settle();
    expect(bodies()[0]).toMatchObject({ message: { subject: "" } });
  });

  test("every bot mentioned is told, each with its own token", async ({ expect }) => {
    await world().publish(eventOf(channelMessage({ id: nextId }), { mentions: [20, 21, 11] }));
    await world().settle();
    const tokens = Object.fromEntries(bodies().map((body) => [body["bot_email"], body["token"]]));
    expect(tokens).toEqual({ "bot20@example.com": "token20", "bot21@example.com": "token21" });
  });

  test("a bundle that arrives twice makes one delivery", async ({ expect }) => {
    const event = eventOf(channelMessage({ id: nextId }), { mentions: [20] });
    await world().publish(event);
    await world().publish(event);
    await world().settle();
    expect(reached()).toEqual(["bot20@example.com"]);
  });

  test("every try is signed over its id, its time and its body", async ({ expect }) => {
    await world().publish(eventOf(channelMessage({ id: nextId }), { mentions: [20] }));
    await world().settle();
    const [request] = world().receiver.requests;
    const { "webhook-id": id, "webhook-timestamp": timestamp } = request?.headers ?? {};
    expect(timestamp).toBe(String(Math.floor(world().now / 1000)));
    const secret = Buffer.from("whsec_dG9rZW4yMA==".slice("whsec_".length), "base64");
    const signed = `${String(id)}.${String(timestamp)}.${request?.body}`;
    expect(request?.headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`,
    );
  });

  test("the Slack interface gets Slack's form and answers (docs/behaviour/webhooks.md#slacks-form)", async ({
    expect,
  }) => {
    world().peers.has(slackBot(24, world().receiver.url));
    world().receiver.plays(answer(200, { text: "Pizza.", content: "no" }));
    await world().publish(eventOf(channelMessage({ id: nextId }), { mentions: [24] }));
    await world().settle();
    const [request] = world().receiver.requests;
    expect(request?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      token: "token24",
      team_id: "T1",
      team_domain: "localhost:9991",
      channel_id: "C9",
      channel_name: "general",
      thread_ts: "1700000000",
      timestamp: "1700000000",
      user_id: "U10",
      user_name: "User 10",
      text: "@**Bot 20** *hungry?*",
      trigger_word: "mention",
      service_id: "24",
    });
    expect(world().peers.said()).toEqual(["Pizza."]);
  });

  test("the Slack interface has no direct messages, which the bot says", async ({ expect }) => {
    world().peers.has(slackBot(24, world().receiver.url));
    await world().publish(eventOf(directMessage([24], { id: nextId })));
    await world().settle();
    expect(world().receiver.requests).toEqual([]);
    expect(world().peers.said()).toEqual([
      "Failure! Slack outgoing webhooks don't support direct messages.",
    ]);
  });
});

function slackBot(id: number, url: string) {
  return { ...bot(id, url), webhook: { url, interface: 2, token: `token${id}`, name: `bot${id}` } };
}
