import { nextLook } from "@team-chat/testkit";
import { afterAll, beforeAll, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { hearAgain, keptIds } from "./after-loss.ts";
import { sendUntilAcknowledged } from "./load.ts";
import { OwnPostgres } from "./own-postgres.ts";
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
let witnesses: readonly Witness[];
const sent: Sent[] = [];
const stopping = new AbortController();
let sending: Promise<void> = Promise.resolve();

beforeAll(async () => {
  postgres = await OwnPostgres.start();
  constellation = await Constellation.start(postgres);
  sender = await Client.login(constellation.url, "member2@example.com");
  const emails = ["owner@example.com", "member@example.com"];
  const receivers = await Promise.all(
    emails.map((email) => Client.login(constellation.url, email)),
  );
  witnesses = await Promise.all(receivers.map((receiver) => Witness.begin(receiver)));
  sending = send();
});

afterAll(async () => {
  await Promise.all(witnesses.map((witness) => witness[Symbol.asyncDispose]()));
  await constellation[Symbol.asyncDispose]();
});

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

/** Resolves when the archive has everything that was written before this call. */
async function archived(): Promise<void> {
  const [written] = await postgres.query<{ file: string }>(
    "select pg_walfile_name(pg_switch_wal()) as file",
  );
  for (;;) {
    const [archiver] = await postgres.query<{ file: string | null }>(
      "select last_archived_wal as file from pg_stat_archiver",
    );
    if ((archiver?.file ?? "") >= (written?.file ?? "")) return;
    await nextLook();
  }
}

test("a restore to a chosen second under load keeps what was acknowledged before (docs/adr/0017-terms-of-writing.md)", async ({
  expect,
}) => {
  await acknowledged(5);
  const backup = await postgres.backUp();
  await acknowledged(20);
  const moment = new Date();
  await acknowledged(20);
  await archived();
  const failedAt = Date.now();
  const before = [...sent];
  await postgres.restoreTo(backup, moment);
  const restoredAt = Date.now();
  await hearAgain({ sender, topic, witnesses });
  const heardAt = Date.now();
  stopping.abort();
  await sending;

  const kept = await keptIds(sender, topic);
  const must = before.filter((one) => one.acknowledgedAt <= moment.getTime());
  const lost = before.filter((one) => one.begunAt > moment.getTime());
  expect(must.length).toBeGreaterThan(20);
  expect(lost.length).toBeGreaterThan(10);
  expect(must.filter(({ id }) => !kept.has(id))).toEqual([]);
  expect(lost.filter(({ id }) => kept.has(id))).toEqual([]);
  const ids = sent.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const after = sent.filter(({ begunAt }) => begunAt > heardAt);
  expect(after.filter(({ id }) => !kept.has(id))).toEqual([]);
  for (const { problems, registrations } of witnesses) {
    expect(problems).toEqual([]);
    expect(registrations).toBeGreaterThan(1);
  }
  const last = await sendUntilAcknowledged(sender, topic, "the end");
  await Promise.all(witnesses.map((witness) => witness.hears(last)));
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    [
      `restored to ${moment.toISOString()}, ${seconds(failedAt - moment.getTime())} before the server ended (RPO: as chosen; ${lost.length} acknowledged messages are gone, none from before)`,
      `PostgreSQL took writes again after ${seconds(restoredAt - failedAt)}, everybody heard again after ${seconds(heardAt - failedAt)} (RTO)`,
    ].join("\n"),
  );
});
