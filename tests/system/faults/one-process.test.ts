import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { sendThrough } from "./send-through.ts";

let constellation: Constellation;
let sender: Client;
let receiver: Client;

beforeAll(async () => {
  constellation = await Constellation.start(undefined, { apart: [] });
  sender = await Client.login(constellation.url, "member2@example.com");
  receiver = await Client.login(constellation.url, "member@example.com");
});

afterAll(() => constellation[Symbol.asyncDispose]());

async function killAndStart(): Promise<void> {
  const all = constellation.process("all-services");
  await all.kill();
  await all.start();
}

async function stopAndStart(): Promise<void> {
  const all = constellation.process("all-services");
  await all.stop();
  await all.start();
}

const crashes = [
  ["the process is killed with kill -9", killAndStart],
  ["the process is asked to end", stopAndStart],
  ["NATS is killed with kill -9", () => constellation.crashNats()],
  ["Redis is killed with kill -9", () => constellation.crashRedis()],
] as const;

describe("all services as one process (docs/adr/0023-one-process-or-six.md)", () => {
  test.for(crashes)(
    "nothing is lost, repeated or out of order when %s while messages are sent",
    async ([name, crash], { expect }) => {
      const { fetched, heard, problems, sent } = await sendThrough(
        { constellation, sender, receiver, topic: name },
        crash,
      );
      expect({ problems, heard, fetched }).toEqual({ problems: [], heard: sent, fetched: sent });
    },
  );
});
