import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, test } from "vitest";

import { linkInMail } from "./accounts/link-in-mail.ts";
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

describe("e-mail to somebody who is away (docs/behaviour/mail.md#missed-messages)", () => {
  const unsubscribing = /http:\/\/\S+\/accounts\/unsubscribe\/\w{32}/;
  const heading = (text: string) => text.match(/<h1>(.*)<\/h1>/)?.[1];

  test("an e-mail says what is unread, as it is then, and its link ends such e-mail by one click without log-in (docs/behaviour/mail.md#unsubscribing)", async ({
    expect,
  }) => {
    const email = "member2@example.com";
    await outsider.patch("/settings", { email_notifications_batching_period_seconds: 1 });
    const { user_id: to } = await outsider.get("/users/me");
    const direct = { type: "direct", to: [Number(to)] };
    const send = async (content: string) =>
      Number((await member.post("/messages", { ...direct, content }))["id"]);
    const gone = await send("forget this");
    await member.delete(`/messages/${gone}`);
    const id = await send("are you there?");
    await member.patch(`/messages/${id}`, { content: "are you **still** there?" });
    const found =
      /^[^]*Subject: Direct messages with Mia Member\r\n[^]*#settings\/notifications\n$/;
    const mail = await linkInMail(product.mailDir, { email, found });
    const url = unsubscribing.exec(mail)?.[0] ?? "";
    expect(mail).toContain(`List-Unsubscribe: <${url}>\r\n`);
    expect(mail).toContain("are you still there?");
    expect(mail).not.toContain("forget this");
    expect(mail).toMatch(new RegExp(`${product.url}/#narrow/dm/[\\d,]+/near/${id}\n`));

    const looked = await fetch(url);
    expect(looked.status).toBe(200);
    expect(heading(await looked.text())).toBe("Unsubscribe");
    const dead = await fetch(`${url.slice(0, -1)}!`, { method: "POST" });
    expect(dead.status).toBe(400);
    expect(heading(await dead.text())).toBe("This link does not work");
    const queue = await outsider.post("/register", { event_types: ["user_settings"] });
    for (const Origin of ["https://mail.example", "null"]) {
      const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
      const ended = await fetch(url, { method: "POST", body, headers: { Origin } });
      expect(ended.status).toBe(200);
      expect(heading(await ended.text())).toBe("You are unsubscribed");
    }
    const { queue_id, last_event_id } = queue;
    const { events } = await outsider.get("/events", { queue_id, last_event_id });
    expect(events).toMatchObject([
      { property: "enable_offline_email_notifications", value: false },
    ]);
    await outsider.patch("/settings", { enable_offline_email_notifications: true });
  });
});
