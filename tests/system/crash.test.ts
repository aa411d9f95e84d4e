import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "./client.ts";
import { Constellation } from "./constellation.ts";
import type { ProcessName } from "./processes.ts";

let constellation: Constellation;
let sender: Client;
let receiver: Client;

beforeAll(async () => {
  constellation = await Constellation.start();
  sender = await Client.login(constellation.url, "member2@example.com");
  receiver = await Client.login(constellation.url, "member@example.com");
});

afterAll(async () => {
  await constellation[Symbol.asyncDispose]();
});

/** Sends one message, asking again with the same key until it is acknowledged; returns its id. */
async function sendUntilAcknowledged(content: string): Promise<number> {
  const message = { type: "channel", to: "general", topic: "crash", content };
  for (;;) {
    const answer = await sender.tryPost("/messages", message, { "idempotency-key": content });
    if (answer?.result === "success") return Number(answer["id"]);
  }
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
    const listener = await receiver.listen();
    const ids: number[] = [];
    for (let index = 0; index < 30; index += 1) {
      const crashed = index === 10 ? crash() : undefined;
      ids.push(await sendUntilAcknowledged(`${name} ${index}`));
      await crashed;
    }
    await listener.heard(`${name} 29`);
    await constellation.settle();
    await listener.stop();
    expect(listener.problems).toEqual([]);
    expect(listener.messageIds).toEqual(ids);
    const fetched = await receiver.get("/messages", {
      anchor: "newest",
      num_before: 30,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: "topic", operand: "crash" }],
    });
    expect((fetched["messages"] as { id: number }[]).map((message) => message.id)).toEqual(ids);
  });
});

test("a bot answers each mention once when webhooks is killed with kill -9 between mentions", async ({
  expect,
}) => {
  const listener = await receiver.listen();
  const webhooks = constellation.process("webhooks");
  for (const word of ["one", "two", "three"]) {
    await webhooks.kill();
    await sendUntilAcknowledged(`@**Echo Bot** ${word}`);
    await webhooks.start();
  }
  for (const word of ["one", "two", "three"]) await listener.heard(`<p>${word}</p>`);
  await listener.stop();
  const answers = listener.contents.filter((content) =>
    /^<p>(?:one|two|three)<\/p>$/.test(content),
  );
  expect(answers.toSorted()).toEqual(["<p>one</p>", "<p>three</p>", "<p>two</p>"]);
});
