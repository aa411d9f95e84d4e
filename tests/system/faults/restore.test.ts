import { OwnPostgres } from "@team-chat/testkit";
import { afterEach, describe, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation, type Options } from "../constellation.ts";
import { objections, scrape } from "../telemetry/judge.ts";
import { demoOrganizations } from "../templates/demo.ts";
import { hearAgain, keptIds } from "./after-loss.ts";
import { Load, sendUntilAcknowledged } from "./load.ts";
import { Witness } from "./witness.ts";

const topic = "restore";
const programs = ["users", "channels", "messages", "events", "webhooks", "gateway"] as const;

let postgres: OwnPostgres;
let constellation: Constellation;
let sender: Client;
let receivers: readonly Client[];
let witnesses: Witness[];

async function start(options: Options = {}): Promise<void> {
  postgres = await OwnPostgres.start(demoOrganizations);
  constellation = await Constellation.start(postgres, { ...options, hasDemo: true });
  sender = await Client.login(constellation.url, "member2@example.com");
  const emails = ["owner@example.com", "member@example.com"];
  receivers = await Promise.all(emails.map((email) => Client.login(constellation.url, email)));
  witnesses = await Promise.all(receivers.map((receiver) => Witness.begin(receiver)));
}

afterEach(async () => {
  await Promise.all(witnesses.map((witness) => witness[Symbol.asyncDispose]()));
  await constellation[Symbol.asyncDispose]();
});

/** Sends messages that will be lost, and lets somebody register in the future that will not be. */
async function liveOn(): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let index = 0; index < 5; index += 1)
    ids.push(await sendUntilAcknowledged(sender, topic, `lost ${index}`));
  const [receiver = sender] = receivers;
  witnesses.push(await Witness.begin(receiver));
  const last = await sendUntilAcknowledged(sender, topic, "lost at last");
  await Promise.all(witnesses.map((witness) => witness.hearsOrRegisters(last)));
  return [...ids, last];
}

async function stopAll(): Promise<void> {
  for (const name of programs.toReversed()) await constellation.process(name).stop();
}

async function startAll(): Promise<void> {
  await Promise.all(programs.map((name) => constellation.process(name).start()));
}

interface Before {
  /** Messages that are lost. */
  readonly lost: readonly number[];
  /** Of each witness, from before the loss. */
  readonly registrations: readonly number[];
}

/** Looks whether everybody was told to register again and hears everything since, and no id comes twice; what not. */
async function silences({ lost, registrations }: Before): Promise<readonly string[]> {
  const sent = await hearAgain({ sender, topic, witnesses });
  const kept = await keptIds(sender, topic);
  const isLogged = constellation.log("messages").includes("the database has lost what was");
  return [
    ...witnesses.flatMap(({ problems }) => problems),
    ...witnesses
      .filter((witness, index) => witness.registrations <= (registrations[index] ?? 0))
      .map(() => "somebody was not told to register again"),
    ...witnesses.flatMap(({ heard }) =>
      sent.filter((id) => !heard.includes(id)).map((id) => `${id} was not heard`),
    ),
    ...sent.filter((id) => id <= Math.max(...lost)).map((id) => `${id} was given out twice`),
    ...sent.filter((id) => !kept.has(id)).map((id) => `${id} was not kept`),
    ...lost.filter((id) => kept.has(id)).map((id) => `${id} was not lost`),
    ...(isLogged ? [] : ["nothing was logged"]),
  ];
}

function counted(): readonly number[] {
  return witnesses.map((witness) => witness.registrations);
}

describe("a PostgreSQL that comes back older while NATS is ahead (docs/adr/0017-terms-of-writing.md)", () => {
  const shapes = [
    ["processes", {}],
    ["services of one process", { apart: [] }],
  ] as const;

  test.for(shapes)(
    "everybody registers again and hears what follows, no id comes twice, when %s live through a restore",
    async ([, options], { expect }) => {
      await start(options);
      const putBack = await postgres.copyCold();
      const lost = await liveOn();
      const registrations = counted();
      await putBack();
      expect(await silences({ lost, registrations })).toEqual([]);
    },
  );

  test("everybody registers again and hears what follows, no id comes twice, when services start after a restore", async ({
    expect,
  }) => {
    await start();
    const putBack = await postgres.copyCold();
    const lost = await liveOn();
    const registrations = counted();
    await stopAll();
    await putBack();
    await startAll();
    expect(await silences({ lost, registrations })).toEqual([]);
  });

  test("everybody registers again, no id comes twice, when replicas that lag are promoted, services running or not", async ({
    expect,
  }) => {
    await start();
    const alone = await scrape(constellation);
    await postgres.follow();
    const followed = [await scrape(constellation), await scrape(constellation)] as const;
    await constellation.process("messages").kill();
    await constellation.process("messages").start();
    await expect
      .poll(() => constellation.log("messages"))
      .toMatch(/does not wait for any of them.+set synchronous_standby_names to 'ANY 1/);
    await postgres.pauseReplica();
    const lost = await liveOn();
    const registrations = counted();
    const before = await scrape(constellation);
    await postgres.promote();
    expect(await silences({ lost, registrations })).toEqual([]);
    const first = await scrape(constellation);
    const after = await scrape(constellation);
    const scrapes = { before, during: [first, after] as const, after };
    const alerts = ["TimelineChanged", "BundlesLost"];
    expect(await objections({ alerts, scrapes, minutes: 10 })).toBe("");
    const unwaited = { before: alone, during: followed, after };
    expect(
      await objections({ alerts: ["DurabilityMissing"], scrapes: unwaited, minutes: 10 }),
    ).toBe("");
    await postgres.follow();
    await postgres.pauseReplica();
    const lostToo = await liveOn();
    const registeredAgain = counted();
    await stopAll();
    await postgres.promote();
    await startAll();
    expect(await silences({ lost: lostToo, registrations: registeredAgain })).toEqual([]);
  });
});

describe("a PostgreSQL that lost nothing (docs/adr/0017-terms-of-writing.md)", () => {
  test("no queue ends and nothing acknowledged is lost when a replica is promoted that is waited for", async ({
    expect,
  }) => {
    await start();
    await postgres.follow();
    await postgres.query("alter system set synchronous_standby_names = '*'");
    await postgres.query("select pg_reload_conf()");
    const load = new Load([sender], topic);
    await sendUntilAcknowledged(receivers[0] ?? sender, topic, "before");
    await postgres.promote();
    await postgres.query("alter system set synchronous_standby_names = ''");
    await postgres.query("select pg_reload_conf()");
    const id = await sendUntilAcknowledged(receivers[0] ?? sender, topic, "after");
    const sent = await load.stop();
    await Promise.all(witnesses.map((witness) => witness.hears(id)));
    const last = await sendUntilAcknowledged(sender, topic, "the end");
    await Promise.all(witnesses.map((witness) => witness.hears(last)));
    for (const { heard, problems, registrations } of witnesses) {
      expect(problems).toEqual([]);
      expect(registrations).toBe(1);
      const hearers = new Set(heard);
      expect(sent.filter((one) => !hearers.has(one))).toEqual([]);
    }
  });
});
