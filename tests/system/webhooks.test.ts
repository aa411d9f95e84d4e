import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "./client.ts";
import type { Product } from "./in-process/product.ts";
import { startDemo } from "./in-process/start-demo.ts";

const lateNotice =
  "Bot is not answering. It will be tried again, and what it answers will come here.";

let product: Product;
let member: Client;
let outsider: Client;

beforeAll(async () => {
  product = await startDemo();
  member = await Client.login(product.url, "member@example.com");
  outsider = await Client.login(product.url, "member2@example.com");
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
});

// Replies need no permission to post (docs/behaviour/webhooks.md#replies).
describe("what a bot answers", () => {
  test("a bot's answer appears in a private channel that it does not belong to, for its subscribers alone", async ({
    expect,
  }) => {
    await member.post("/users/me/subscriptions", {
      subscriptions: [{ name: "den" }],
      invite_only: true,
    });
    const inside = await member.listen();
    const outside = await outsider.listen();
    const content = "@**Echo Bot** who is there?";
    await member.post("/messages", { type: "channel", to: "den", topic: "knock", content });
    await inside.heard("<p>who is there?</p>");
    await member.post("/messages", {
      type: "channel",
      to: "general",
      topic: "end",
      content: "the end",
    });
    await outside.heard("the end");
    await Promise.all([inside.stop(), outside.stop()]);
    expect(outside.contents).toEqual(["<p>the end</p>"]);
    const { messages } = await member.get("/messages", {
      anchor: "newest",
      num_before: 10,
      num_after: 0,
      apply_markdown: false,
      narrow: [
        ["channel", "den"],
        ["topic", "knock"],
      ],
    });
    expect(messages).toMatchObject([
      { content, sender_email: "member@example.com" },
      { content: "who is there?", sender_full_name: "Echo Bot", client: "OutgoingWebhookResponse" },
    ]);
  });

  test("a bot's answer comes late when its server fails at first, and the conversation is told so meanwhile", async ({
    expect,
  }) => {
    await using server = await flakyServer("Better late.");
    const { user_id: id } = await member.post("/bots", {
      full_name: "Flaky Bot",
      short_name: "flaky",
      bot_type: 3,
      payload_url: JSON.stringify(server.url),
    });
    const inside = await member.listen();
    await member.post("/messages", { type: "direct", to: [id], content: "are you there?" });
    await inside.heard("<p>Better late.</p>");
    await inside.stop();
    expect(inside.contents).toEqual([
      "<p>are you there?</p>",
      `<p>${lateNotice}</p>`,
      "<p>Better late.</p>",
    ]);
  });

  test("a bot's answer reaches everybody of a group conversation", async ({ expect }) => {
    const other = await outsider.listen();
    const { members } = await member.get("/users");
    const ids = (members as { full_name: string; email: string; user_id: number }[])
      .filter(({ email, full_name: name }) => name === "Echo Bot" || email === outsider.email)
      .map(({ user_id: id }) => id);
    const content = "@**Echo Bot** hello";
    await member.post("/messages", { type: "direct", to: ids, content });
    await other.heard("<p>hello</p>");
    await outsider.post("/messages", {
      type: "channel",
      to: "general",
      topic: "end",
      content: "over",
    });
    await other.heard("over");
    await other.stop();
    expect(other.contents.slice(1)).toEqual(["<p>hello</p>", "<p>over</p>"]);
    expect(other.contents[0]).toContain("@Echo Bot</span> hello</p>");
  });
});

/** A bot's server that fails when it is asked first, and then answers. */
async function flakyServer(content: string): Promise<AsyncDisposable & { readonly url: string }> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    response.writeHead(asked === 1 ? 503 : 200);
    response.end(JSON.stringify({ content }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
