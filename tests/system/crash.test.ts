import { setImmediate } from "node:timers/promises";

import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { page, received, welcomed } from "./accounts/welcomed.ts";
import { Client } from "./client.ts";
import { Constellation } from "./constellation.ts";
import { fetchExport, readPerson } from "./export.ts";
import { leftInNats } from "./faults/left-in-nats.ts";
import { sendUntilAcknowledged } from "./faults/load.ts";
import { carriedOutOnce, operateThroughKill } from "./faults/operator-kills.ts";
import { goesOn, renameThroughKill } from "./faults/renaming.ts";
import { sendThrough } from "./faults/send-through.ts";
import { Copies, countRows } from "./imports/copies.ts";
import { enrich } from "./imports/enrich.ts";
import { importing, killEach } from "./imports/kills.ts";
import type { ProcessName } from "./processes.ts";

let constellation: Constellation;
let owner: Client;
let sender: Client;
let receiver: Client;

beforeAll(async () => {
  constellation = await Constellation.start();
  owner = await Client.login(constellation.url, "owner@example.com");
  sender = await Client.login(constellation.url, "member2@example.com");
  receiver = await Client.login(constellation.url, "member@example.com");
});

afterAll(() => constellation[Symbol.asyncDispose]());

/** Sends one message, asking again until it is acknowledged; returns its id. */
function send(content: string): Promise<number> {
  return sendUntilAcknowledged(sender, "crash", content);
}

const crashes: readonly (readonly [string, () => Promise<void>])[] = [
  ...["gateway", "users", "channels", "messages", "events", "webhooks"].map(
    (name) => [name, () => killAndStart(name as ProcessName)] as const,
  ),
  ["nats-server", () => constellation.crashNats()],
];

async function killAndStart(name: ProcessName): Promise<void> {
  const victim = constellation.process(name);
  await victim.kill();
  await victim.start();
}

describe.for(crashes)("kill -9 of %s while messages are sent", ([name, crash]) => {
  test("killing services with kill -9 while messages are sent loses nothing, repeats nothing, and keeps the order", async ({
    expect,
  }) => {
    const { fetched, heard, problems, sent } = await sendThrough(
      { constellation, sender, receiver, topic: `crash of ${name}` },
      crash,
    );
    expect({ problems, heard, fetched }).toEqual({ problems: [], heard: sent, fetched: sent });
  });
});

test("an export during which messages is killed has what each person sees (docs/export.md#when-something-fails)", async ({
  expect,
}) => {
  const people = [owner, sender, receiver];
  for (const client of people) await client.patch("/settings", { allow_private_data_export: true });
  await send("before the export");
  // The export comes no further than this.
  const release = await constellation.lock("channels.channel_folder", "access exclusive");
  const { id } = await owner.post("/export/realm", { export_type: "full_with_consent" });
  await constellation.hasRow("select from messages.realm_export where tries = 1");
  const messages = constellation.process("messages");
  await messages.kill();
  await release();
  await messages.start();
  const archive = await fetchExport(constellation.url, owner, Number(id));
  await constellation.hasRow(
    "select from messages.realm_export where tries = 2 and state = 'done'",
  );
  for (const client of people) {
    const { user_id: userId } = await client.get("/users/me");
    const seen = await client.get("/messages", {
      anchor: "newest",
      num_before: 5000,
      num_after: 0,
      narrow: [],
    });
    const { subscriptions } = await client.get("/users/me/subscriptions");
    expect(readPerson(archive, Number(userId))).toEqual({
      messageIds: (seen["messages"] as { id: number }[]).map((message) => message.id),
      channelIds: (subscriptions as { stream_id: number }[])
        .map((channel) => channel.stream_id)
        .toSorted((a, b) => a - b),
    });
  }
});

test("an organization that is deleted while users and messages are killed is gone, and nobody else notices (docs/hosting.md#deleting)", async ({
  expect,
}) => {
  const listener = await receiver.listen();
  const { host } = new URL(constellation.url);
  const doomed = await Client.login(constellation.url, "member@acme.example", `acme.${host}`);
  await doomed.post("/register", {});
  await doomed.post("/messages", { type: "channel", to: "general", topic: "t", content: "bye" });
  await constellation.settle();
  const listed = z.array(z.object({ id: z.int(), subdomain: z.string() }));
  const all = listed.parse(JSON.parse(await constellation.realm("list", "--json")));
  const id = all.find(({ subdomain }) => subdomain === "acme")?.id ?? 0;
  expect(await leftInNats(constellation.natsUrl, id)).not.toEqual([]);
  await constellation.realm("suspend", "acme");
  await constellation.realm("delete", "acme", "--confirm", "acme", "--in-days", "0");
  const [users, messages] = [constellation.process("users"), constellation.process("messages")];
  // The deletion comes no further than this.
  const release = await constellation.lock("messages.message", "access exclusive");
  await constellation.hasRow("select from users.realm_deletion where step = 'messages: data'");
  await Promise.all([users.kill(), messages.kill()]);
  await release();
  await Promise.all([users.start(), messages.start()]);
  await constellation.hasRow(
    "select from users.realm_deletion where state = 'done' and tries > 1 and remaining = '[]'",
  );
  expect(await leftInNats(constellation.natsUrl, id)).toEqual([]);
  expect(await constellation.realm("list")).not.toContain("acme");
  expect(await doomed.get("/users/me")).not.toMatchObject({ result: "success" });
  await send("after the deletion");
  await listener.heard("after the deletion");
  await listener.stop();
  expect(listener.problems).toEqual([]);
});

test("a bot answers each mention once when webhooks is killed with kill -9 between mentions", async ({
  expect,
}) => {
  const listener = await receiver.listen();
  const webhooks = constellation.process("webhooks");
  for (const word of ["one", "two", "three"]) {
    await webhooks.kill();
    await send(`@**Echo Bot** ${word}`);
    await webhooks.start();
  }
  for (const word of ["one", "two", "three"]) await listener.heard(`<p>${word}</p>`);
  await listener.stop();
  const answers = listener.contents.filter((content) =>
    /^<p>(?:one|two|three)<\/p>$/.test(content),
  );
  expect(answers.toSorted()).toEqual(["<p>one</p>", "<p>three</p>", "<p>two</p>"]);
});

test("each message that is due is sent once when messages is killed with kill -9 meanwhile", async ({
  expect,
}) => {
  const { stream_id: channel } = await sender.get("/get_stream_id", { stream: "general" });
  const listener = await receiver.listen();
  const contents = Array.from({ length: 40 }, (_, index) => `scheduled ${index}`);
  for (const content of contents) {
    const answer = await sender.post("/scheduled_messages", {
      type: "channel",
      to: channel,
      topic: "later",
      content,
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 3600,
    });
    expect(answer.msg).toBe("");
  }
  const messages = constellation.process("messages");
  await constellation.query("update messages.scheduled_message set deliver_at = now()");
  // As soon as some of them, and with luck not all, have been sent.
  while (listener.contents.length === 0) await setImmediate();
  await messages.kill();
  await messages.start();
  for (const content of contents) await listener.heard(`<p>${content}</p>`);
  await constellation.settle();
  const { scheduled_messages: waiting } = await sender.get("/scheduled_messages");
  expect(waiting).toEqual([]);
  await listener.stop();
  expect(listener.contents.toSorted()).toEqual(contents.map((one) => `<p>${one}</p>`).toSorted());
});

const email = (name: string) => `${name}@example.com`;

function create(name: string): ReturnType<Client["tryPost"]> {
  const account = {
    email: email(name),
    full_name: `Some ${name}`,
    password: "correct-horse-battery",
  };
  return owner.tryPost("/users", account, {});
}

describe("a new user (docs/behaviour/users.md#arrival-of-a-user)", () => {
  test("a new user finds a message of the Welcome Bot from the first registration on, starred and unread", async ({
    expect,
  }) => {
    expect(await create("early")).toMatchObject({ result: "success" });
    const client = await Client.login(constellation.url, email("early"));
    const messages = await received(client);
    expect(messages).toMatchObject([
      { sender_full_name: "Welcome Bot", flags: ["starred"], type: "private" },
    ]);
    const ids = messages.map(({ id }) => id);
    const senderId = messages[0]?.sender_id;
    expect(await client.post("/register", {})).toMatchObject({
      max_message_id: ids[0],
      starred_messages: ids,
      unread_msgs: { count: 1, pms: [{ other_user_id: senderId, unread_message_ids: ids }] },
      recent_private_conversations: [{ user_ids: [senderId], max_message_id: ids[0] }],
    });
    const own = [{ operator: "sender", operand: email("early") }];
    expect(await client.get("/messages", { ...page, narrow: own })).toMatchObject({ messages: [] });
  });

  test("a new user is welcomed once, although messages and then users were killed in between", async ({
    expect,
  }) => {
    const [users, messages] = [constellation.process("users"), constellation.process("messages")];
    await messages.kill();
    expect(await create("later")).toMatchObject({ result: "success" });
    await users.kill();
    await Promise.all([users.start(), messages.start()]);
    const client = await Client.login(constellation.url, email("later"));
    await welcomed(client);
    // Whoever comes now is greeted after all who came before.
    expect(await create("last")).toMatchObject({ result: "success" });
    await welcomed(await Client.login(constellation.url, email("last")));
    await constellation.settle();
    expect(await received(client)).toMatchObject([
      { sender_full_name: "Welcome Bot", flags: ["starred"] },
    ]);
  });
});

test("an import elsewhere through kills of each service is complete, and each person finds what they had (docs/export.md#taking-an-archive-in)", async ({
  expect,
}) => {
  await using other = await Constellation.start(undefined, { apart: importing });
  await enrich({ url: constellation.url, owner, member: receiver });
  await constellation.settle();
  const copies = new Copies(constellation, "moved", other);
  const archive = await copies.export("archive.zip");
  const release = await other.lock("messages.draft", "access exclusive");
  const imported = copies.import(archive);
  await killEach(other, release);
  expect(await imported).toContain("is complete");
  expect(await copies.differences(owner)).toEqual([]);
  expect(await copies.counts("again.zip")).toEqual(await countRows(archive));
  expect(await copies.linkedFile(receiver.email, "files")).toMatchObject({ result: "success" });
  expect(await copies.sendLive(owner.email, receiver.email)).toBe(true);
});

test("a copy made while messages is killed has what the organization has, but nothing that reaches anybody (docs/export.md#copies-to-try-things-out)", async ({
  expect,
}) => {
  const copies = new Copies(constellation, "sandbox");
  // What is copied can be read meanwhile.
  const release = await constellation.lock("messages.draft", "exclusive");
  const cloning = constellation.realm("clone", "", "--to", "sandbox");
  await constellation.hasRow("select from messages.realm_import where rows > 0");
  const messages = constellation.process("messages");
  await messages.kill();
  await messages.start();
  await constellation.query("update messages.realm_import set due_at = now()");
  await release();
  expect(await cloning).toContain("is complete");
  const found = await copies.differencesFor(owner);
  const others = /\.enable_\w+: true -> false$|realm_bots\[\]\.services \(length\)/;
  expect(found.filter((difference) => !others.test(difference))).toEqual([]);
  for (const name of ["offline_email_notifications", "offline_push_notifications", "login_emails"])
    expect(found).toContain(`register.user_settings.enable_${name}: true -> false`);
  expect(found).toContainEqual(expect.stringContaining("realm_bots[].services (length)"));
});

test("what is refused of an import leaves no organization (docs/export.md#what-is-refused)", async ({
  expect,
}) => {
  expect(await new Copies(constellation, "refused").refusals()).toEqual({
    truncated: expect.stringContaining("its end is missing"),
    foreign: expect.stringContaining("is no zip"),
    changed: expect.stringMatching(
      /people.ndjson (?:cannot be read|is not what it was|has a line)/,
    ),
  });
});

test("people of an organization that is renamed while users is killed go on (docs/hosting.md#addresses)", async ({
  expect,
}) => {
  expect(await renameThroughKill(constellation, receiver)).toEqual(goesOn);
});

test("what operators do while users is killed is carried out once (docs/hosting.md#operators-interface)", async ({
  expect,
}) => {
  expect(await operateThroughKill(constellation)).toEqual(carriedOutOnce);
  const holds = "select from messages.legal_hold where reason = 'Interrupted'";
  expect(await constellation.rows(holds)).toHaveLength(1);
});
