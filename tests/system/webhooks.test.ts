import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "./client.ts";
import { Constellation } from "./constellation.ts";

let constellation: Constellation;
let member: Client;
let outsider: Client;

beforeAll(async () => {
  constellation = await Constellation.start();
  member = await Client.login(constellation.url, "member@example.com");
  outsider = await Client.login(constellation.url, "member2@example.com");
});

afterAll(async () => {
  await constellation[Symbol.asyncDispose]();
});

// The specification, POST /service-outgoing-webhook; reference/behaviour.md §17: replies need no permission to post.
describe("what a bot answers", () => {
  test("appears in a private channel that it does not belong to, for its subscribers alone", async ({
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

  test("reaches everybody of a group conversation", async ({ expect }) => {
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
