import { setImmediate } from "node:timers/promises";

import { afterAll, beforeAll, test } from "vitest";

import { Client } from "./client.ts";
import { Constellation } from "./constellation.ts";

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
