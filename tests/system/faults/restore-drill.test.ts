import { nextLook, OwnPostgres } from "@team-chat/testkit";
import { afterAll, beforeAll, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { demoOrganizations } from "../templates/demo.ts";
import { hearAgain, keptIds } from "./after-loss.ts";
import { doEverything, type Doings, foundUnread, stateOf, whatIsThere } from "./doings.ts";
import { sendUntilAcknowledged } from "./load.ts";
import { Witness } from "./witness.ts";

const topic = "drill";

interface Sent {
  readonly id: number;
  readonly begunAt: number;
  readonly acknowledgedAt: number;
}

let postgres: OwnPostgres;
let constellation: Constellation;
let sender: Client;
let owner: Client;
let member: Client;
let witnesses: readonly Witness[];
/** Done before the chosen second, and after it. */
let before: Doings;
let lost: Doings;
const sent: Sent[] = [];
const stopping = new AbortController();
let sending: Promise<void> = Promise.resolve();

beforeAll(async () => {
  postgres = await OwnPostgres.start(demoOrganizations);
  constellation = await Constellation.start(postgres, { hasDemo: true });
  sender = await Client.login(constellation.url, "member2@example.com");
  owner = await Client.login(constellation.url, "owner@example.com");
  member = await Client.login(constellation.url, "member@example.com");
  witnesses = await Promise.all([owner, member].map((receiver) => Witness.begin(receiver)));
  sending = send();
});

afterAll(async () => {
  await Promise.all(witnesses.map((witness) => witness[Symbol.asyncDispose]()));
  await constellation[Symbol.asyncDispose]();
});

function people() {
  return { url: constellation.url, owner, member };
}

/** Sends one message after the other, each until it is acknowledged. */
async function send(): Promise<void> {
  for (let number = 0; !stopping.signal.aborted; number += 1) {
    const begunAt = Date.now();
    const id = await sendUntilAcknowledged(sender, topic, `drill ${number}`);
    sent.push({ id, begunAt, acknowledgedAt: Date.now() });
  }
}

/** Resolves when so many more messages were acknowledged. */
async function acknowledged(count: number): Promise<void> {
  const enough = sent.length + count;
  while (sent.length < enough) await nextLook();
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

test("a restore to a chosen second under load keeps what was acknowledged before (docs/adr/0017-terms-of-writing.md)", async ({
  expect,
}) => {
  await acknowledged(5);
  const backup = await postgres.backUp();
  before = await doEverything(people(), "before");
  await acknowledged(20);
  const moment = new Date();
  await acknowledged(20);
  lost = await doEverything(people(), "lost");
  await postgres.archived();
  const failedAt = Date.now();
  const all = [...sent];
  await postgres.restoreTo(backup, moment);
  const restoredAt = Date.now();
  await hearAgain({ sender, topic, witnesses });
  const heardAt = Date.now();
  stopping.abort();
  await sending;

  const kept = await keptIds(sender, topic);
  const must = all.filter((one) => one.acknowledgedAt <= moment.getTime());
  const gone = all.filter((one) => one.begunAt > moment.getTime());
  expect(must.length).toBeGreaterThan(20);
  expect(gone.length).toBeGreaterThan(10);
  expect(must.filter(({ id }) => !kept.has(id))).toEqual([]);
  expect(gone.filter(({ id }) => kept.has(id))).toEqual([]);
  const ids = sent.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const since = sent.filter(({ begunAt }) => begunAt > heardAt);
  expect(since.filter(({ id }) => !kept.has(id))).toEqual([]);
  const lastKept = Math.max(...must.map((one) => one.acknowledgedAt));
  console.log(
    [
      `restored to ${moment.toISOString()}, ${seconds(failedAt - moment.getTime())} before the server ended`,
      `RPO: nothing from before that is gone; the last message kept is from ${moment.getTime() - lastKept} ms before it, the ${gone.length} after it are gone, as chosen`,
      `RTO: PostgreSQL took writes again after ${seconds(restoredAt - failedAt)}, everybody heard again after ${seconds(heardAt - failedAt)}`,
    ].join("\n"),
  );
});

test("everybody has registered again after a restore, and hears what follows (docs/adr/0017-terms-of-writing.md)", async ({
  expect,
}) => {
  for (const { problems, registrations } of witnesses) {
    expect(problems).toEqual([]);
    expect(registrations).toBeGreaterThan(1);
  }
  await hearAgain({ sender, topic, witnesses });
  for (const { problems } of witnesses) expect(problems).toEqual([]);
});

test("a restore puts every service back: users, subscriptions, files, what is unread and what bots answered", async ({
  expect,
}) => {
  const after = await doEverything(people(), "after");
  const there = { user: true, subscription: true, unread: true, file: true, questionAndAnswer: 2 };
  const nowhere = {
    user: false,
    subscription: false,
    unread: false,
    file: false,
    questionAndAnswer: 0,
  };
  const ended = { queue: "BAD_EVENT_QUEUE_ID" };
  expect(await whatIsThere(people(), before)).toEqual({ ...there, ...ended });
  expect(await whatIsThere(people(), lost)).toEqual({ ...nowhere, ...ended });
  // A service that notices the loss later than the others ends queues once more, as those who listen find above.
  expect(await whatIsThere(people(), after)).toMatchObject(there);
  for (const id of ["channelId", "userId", "messageId"] as const)
    expect(after[id], id).toBeGreaterThan(lost[id]);
  const { unread } = await stateOf(member);
  expect(unread.toSorted((one, other) => one - other)).toEqual(await foundUnread(member));
});
