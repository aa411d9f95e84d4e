import { afterAll, beforeAll, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { Changes } from "./changes.ts";
import { Load, sendUntilAcknowledged } from "./load.ts";
import { Witness } from "./witness.ts";

/** Queues of one person, which are all at the same process, and go to others as processes come and go. */
const queues = 12;
/** Held where faults are what is being measured, as in crashes.test.ts. */
const hearAgainMs = process.env["FAULT_ROUNDS"] === undefined ? Infinity : 5000;

let constellation: Constellation;
let sender: Client;
let witnesses: readonly Witness[];
let load: Load;
let changes: Changes;

beforeAll(async () => {
  constellation = await Constellation.start();
  sender = await Client.login(constellation.url, "member2@example.com");
  const receiver = await Client.login(constellation.url, "member@example.com");
  witnesses = await Promise.all(Array.from({ length: queues }, () => Witness.begin(receiver)));
  const loading = new Load([sender, receiver], "scale");
  load = loading;
  const administrator = await Client.login(constellation.url, "owner@example.com");
  const newestId = () => loading.acknowledged[0]?.at(-1);
  changes = new Changes({ administrator, member: receiver, newestId });
});

afterAll(async () => {
  await constellation[Symbol.asyncDispose]();
});

async function heardAfterMs(content: string): Promise<number> {
  const since = performance.now();
  const id = await sendUntilAcknowledged(sender, load.topic, content);
  await Promise.all(witnesses.map((witness) => witness.hears(id)));
  return performance.now() - since;
}

test("no queue is lost and no event missed when events goes from one process to three, to two, and one is killed", async ({
  expect,
}) => {
  await heardAfterMs("with one");
  await constellation.addEvents("events-2");
  await heardAfterMs("with two");
  await constellation.addEvents("events-3");
  const usualMs = await heardAfterMs("with three");
  await constellation.process("events").stop();
  await heardAfterMs("with two again");
  await constellation.process("events-2").kill();
  expect(await heardAfterMs("with the last")).toBeLessThan(hearAgainMs + usualMs);
  const sent = await load.stop();
  const changed = await changes.stop();
  await heardAfterMs("the end");
  await Promise.all(witnesses.map((witness) => witness.hearsValues(changed)));
  for (const { events, heard, problems, registrations } of witnesses) {
    expect(problems).toEqual([]);
    expect(registrations).toBe(1);
    expect(heard).toEqual(witnesses[0]?.heard);
    expect(events).toEqual(witnesses[0]?.events);
    const hearers = new Set(heard);
    expect(sent.filter((id) => !hearers.has(id))).toEqual([]);
  }
  await Promise.all(witnesses.map((witness) => witness[Symbol.asyncDispose]()));
});
