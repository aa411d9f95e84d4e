import { cpSync, rmSync } from "node:fs";
import path from "node:path";

import { nextLook } from "@team-chat/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { hearAgain, keptIds } from "./after-loss.ts";
import { Load, sendUntilAcknowledged } from "./load.ts";
import { Witness } from "./witness.ts";

let constellation: Constellation;
let sender: Client;
let witnesses: readonly Witness[];
/** Holds what one test sends. */
let topic = "";
let losses = 0;

beforeAll(async () => {
  constellation = await Constellation.start();
  sender = await Client.login(constellation.url, "member2@example.com");
});
afterAll(() => constellation[Symbol.asyncDispose]());

beforeEach(async () => {
  losses += 1;
  topic = `loss ${losses}`;
  const emails = ["owner@example.com", "member@example.com"];
  const receivers = await Promise.all(
    emails.map((email) => Client.login(constellation.url, email)),
  );
  witnesses = await Promise.all(receivers.map((receiver) => Witness.begin(receiver)));
});

afterEach(async () => {
  await Promise.all(witnesses.map((witness) => witness[Symbol.asyncDispose]()));
});

function jetstreamDir(): string {
  return path.join(constellation.natsDir, "jetstream");
}

/** Texts of all messages of the topic, oldest first. */
async function texts(): Promise<readonly string[]> {
  const { messages } = await sender.get("/messages", {
    anchor: "newest",
    num_before: 5000,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: "topic", operand: topic }],
  });
  return (messages as { content: string }[]).map(({ content }) => content);
}

/** Resolves when the echo bot has answered this often. */
async function echoes(count: number): Promise<readonly string[]> {
  for (;;) {
    const answers = (await texts()).filter((text) => text.startsWith("echo "));
    if (answers.length >= count) return answers;
    await nextLook();
  }
}

/** Sends to the echo bot, with or without its process. */
async function mention(words: readonly string[]): Promise<void> {
  for (const word of words)
    await sendUntilAcknowledged(sender, topic, `@**Echo Bot** echo ${word}`);
}

/**
 * Loses the stream and checks the effects: everybody is told, and gets what is sent from then on; everything
 * acknowledged is there.
 */
async function lose(change: () => void): Promise<{ load: readonly number[]; announced: number }> {
  const load = new Load([sender], topic);
  const announced = Promise.all(witnesses.map((witness) => witness.registersAgain()));
  await constellation.crashNats(change);
  await announced;
  const acknowledged = await load.stop();
  await hearAgain({ sender, topic, witnesses });
  return { load: acknowledged, announced: witnesses.length };
}

describe("clients are told to register again, and nothing acknowledged is lost, when JetStream", () => {
  test("clients are told to register again, and nothing acknowledged is lost, when JetStream lost its folder", async ({
    expect,
  }) => {
    await mention(["before"]);
    await constellation.process("webhooks").kill();
    await mention(["unseen 1", "unseen 2"]);
    const { load } = await lose(() => {
      rmSync(jetstreamDir(), { recursive: true });
    });
    await constellation.process("webhooks").start();
    const kept = await keptIds(sender, topic);
    expect(load.filter((id) => !kept.has(id))).toEqual([]);
    const answers = await echoes(3);
    expect(answers.toSorted()).toEqual(["echo before", "echo unseen 1", "echo unseen 2"]);
    for (const { problems } of witnesses) expect(problems).toEqual([]);
  });

  test("clients are told to register again, and nothing is lost, when an older copy of JetStream comes back", async ({
    expect,
  }) => {
    const copy = `${constellation.natsDir}-copy`;
    await mention(["before"]);
    await constellation.settle();
    await constellation.crashNats(() => {
      cpSync(jetstreamDir(), copy, { recursive: true });
    });
    await mention(["seen"]);
    await echoes(2);
    await constellation.process("webhooks").kill();
    await mention(["unseen"]);
    const { load } = await lose(() => {
      rmSync(jetstreamDir(), { recursive: true });
      cpSync(copy, jetstreamDir(), { recursive: true });
    });
    await constellation.process("webhooks").start();
    const kept = await keptIds(sender, topic);
    expect(load.filter((id) => !kept.has(id))).toEqual([]);
    const answers = await echoes(3);
    expect(answers.toSorted()).toEqual(["echo before", "echo seen", "echo unseen"]);
    for (const { problems } of witnesses) expect(problems).toEqual([]);
  });

  test("nothing acknowledged is lost when JetStream lost the end of its stream but not where its consumers were", async ({
    expect,
  }) => {
    const messages = path.join(jetstreamDir(), "$G/streams/EVENTS_0/msgs");
    const copy = `${constellation.natsDir}-messages`;
    await mention(["before"]);
    await constellation.settle();
    await constellation.crashNats(() => {
      cpSync(messages, copy, { recursive: true });
    });
    await mention(["seen"]);
    await echoes(2);
    await constellation.settle();
    const { load } = await lose(() => {
      rmSync(messages, { recursive: true });
      cpSync(copy, messages, { recursive: true });
    });
    await mention(["after"]);
    const kept = await keptIds(sender, topic);
    expect(load.filter((id) => !kept.has(id))).toEqual([]);
    const answers = await echoes(3);
    expect(answers.toSorted()).toEqual(["echo after", "echo before", "echo seen"]);
    for (const { problems } of witnesses) expect(problems).toEqual([]);
  });
});
