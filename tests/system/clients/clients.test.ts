import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { startDemo } from "../in-process/start-demo.ts";
import { request } from "../request.ts";
import { expectedEvents } from "./expected-events.ts";
import { event } from "./flutter-events.ts";
import { messages } from "./flutter-objects.ts";
import { registerParameters, serverSettings, snapshot } from "./flutter-start.ts";
import { idOf, idOfChannel, makeEvents } from "./make-events.ts";
import { heardMessage, kindOf, pollMessage, pollUntil } from "./poll-until.ts";
import { terminalRegisterParameters, terminalSnapshot } from "./terminal-start.ts";

let product: Product;
let owner: Client;
let member: Client;
let member2: Client;

beforeAll(async () => {
  product = await startDemo();
  const { url } = product;
  owner = await Client.login(url, "owner@example.com");
  member = await Client.login(url, "member@example.com");
  member2 = await Client.login(url, "member2@example.com");
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
});

async function loadJson(address: string): Promise<unknown> {
  const { origin, pathname } = new URL(address);
  return JSON.parse((await request(origin, { path: pathname })).body);
}

describe("the mobile app", () => {
  test("the mobile app can read the server settings, which send it back to this very address", async ({
    expect,
  }) => {
    const settings = await loadJson(`${product.url}/api/v1/server_settings`);
    expect(serverSettings.parse(settings).realm_uri).toBe(product.url);
  });

  test("the mobile app can start from what it registers", async ({ expect }) => {
    await member2.post("/messages", {
      type: "direct",
      to: [await idOf(member)],
      content: "unread",
    });
    const started = snapshot.parse(await member.post("/register", registerParameters));
    expect(started.last_event_id).toBe(-1);
    const welcomeBot = started.cross_realm_bots.find(({ email }) => email.startsWith("welcome-"));
    const senders = started.unread_msgs.pms.map(({ other_user_id: id }) => id);
    expect(senders).toEqual([welcomeBot?.user_id, await idOf(member2)]);
    expect(started.realm_users.map(({ email }) => email)).toContain("member@example.com");
    const emoji = await loadJson(started.server_emoji_data_url);
    expect(emoji).toMatchObject({ code_to_names: { "1f419": ["octopus"] } });
  });

  test("the mobile app can read messages through every narrow it opens", async ({ expect }) => {
    const channelId = await idOfChannel(member, "general");
    const otherId = await idOf(member2);
    await member2.post("/messages", { type: "channel", to: channelId, topic: "x", content: "y" });
    const channel = { operator: "channel", operand: channelId };
    const narrows = [
      [],
      [channel],
      [channel, { operator: "topic", operand: "x" }],
      [{ operator: "dm", operand: [otherId] }],
      [{ operator: "is", operand: "mentioned" }],
      [{ operator: "is", operand: "starred" }],
    ];
    for (const narrow of narrows) {
      for (const anchor of ["newest", "first_unread", "1", "10000000000000000"]) {
        const range = { anchor, num_before: 100, num_after: 100, allow_empty_topic_name: true };
        const answer = await member.get("/messages", { narrow, ...range });
        expect(messages.safeParse(answer).error, JSON.stringify([narrow, anchor])).toBeUndefined();
      }
    }
  });

  test("the mobile app replaces its own echo by the event of the queue it sent from", async ({
    expect,
  }) => {
    const queue = await member.post("/register", registerParameters);
    const other = await member.post("/register", registerParameters);
    await member.post("/messages", {
      type: "channel",
      to: await idOfChannel(member, "general"),
      topic: "",
      content: "echo",
      queue_id: queue["queue_id"],
      local_id: "17",
      read_by_sender: true,
    });
    const echoed = await pollMessage(member, queue["queue_id"], "echo");
    expect(echoed).toMatchObject({
      local_message_id: "17",
      flags: ["read"],
      message: { subject: "" },
    });
    const plain = await pollMessage(member, other["queue_id"], "echo");
    expect(plain).not.toHaveProperty("local_message_id");
  });

  test("the mobile app understands every event, and is told of nothing it cannot know", async ({
    expect,
  }) => {
    const queue = await owner.post("/register", registerParameters);
    await makeEvents(owner, member);
    const received = await pollUntil(
      owner,
      queue["queue_id"],
      (heard) =>
        heardMessage(heard, "the end of the news") !== undefined &&
        expectedEvents.every((kind) => heard.some((one) => kindOf(one) === kind)),
    );
    expect(received.filter((one) => !event.safeParse(one).success)).toEqual([]);
    expect(new Set(received.map(kindOf))).toEqual(new Set(expectedEvents));
  });
});

describe("zulip-terminal", () => {
  test("zulip-terminal can start from what it registers, and load messages before anything else", async ({
    expect,
  }) => {
    const loaded = await member.get("/messages", {
      anchor: 0,
      num_before: 30,
      num_after: 10,
      apply_markdown: true,
      use_first_unread_anchor: true,
      client_gravatar: true,
      narrow: [],
    });
    expect(loaded).toMatchObject({ result: "success", anchor: expect.any(Number) });
    const started = terminalSnapshot.parse(
      await member.post("/register", terminalRegisterParameters),
    );
    expect(started.realm_users.map(({ user_id: id }) => id)).toContain(started.user_id);
    const { fetch_event_types: _, ...again } = terminalRegisterParameters;
    expect(await member.post("/register", again)).toHaveProperty("max_message_id");
  });

  test("zulip-terminal is shown the name of the empty topic", async ({ expect }) => {
    const { queue_id: queueId } = await member.post("/register", terminalRegisterParameters);
    await member2.post("/messages", { type: "stream", to: "general", topic: "", content: "empty" });
    const heard = await pollMessage(member, queueId, "empty");
    expect(heard?.message?.subject).toBe("general chat");
  });
});

test("zulip-js can do what it offers, and gets an error it can show for the rest", async ({
  expect,
}) => {
  const tour = path.join(import.meta.dirname, "../examples/zulip-js-tour.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [tour], {
    env: { ...process.env, SITE: product.url },
  });
  expect(JSON.parse(stdout)).toMatchObject({
    settings: "Team Chat Demo",
    event: "hello **js**",
    sent: "success",
    fetched: ["<p>ids as an array</p>"],
    flagged: [1],
    streams: expect.arrayContaining(["engineering", "general"]),
    subscriptions: expect.any(Number),
    topics: expect.arrayContaining(["tour"]),
    users: expect.arrayContaining(["Olive Owner", "Mia Member", "Echo Bot"]),
    created: "UNAUTHORIZED_PRINCIPAL",
    removed: ["engineering"],
    ended: "success",
    dead: "BAD_EVENT_QUEUE_ID",
    unknown: "NOT_FOUND",
    noChannel: "STREAM_DOES_NOT_EXIST",
  });
});
