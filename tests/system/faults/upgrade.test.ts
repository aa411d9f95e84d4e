import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { connectNats, countEventStreams, type Nats } from "@team-chat/nats";
import { nextLook } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation, services } from "../constellation.ts";
import type { ProcessName } from "../processes.ts";
import { Changes } from "./changes.ts";
import { NextSchema } from "./next-schema.ts";
import { type Release, unpackPreviousRelease } from "./previous-release.ts";
import { Sends } from "./sends.ts";
import { randomFrom, shuffled } from "./shuffle.ts";
import { Visits } from "./visits.ts";
import { WideOrganization } from "./wide-organization.ts";
import { Witness } from "./witness.ts";

const rounds = Number(process.env["FAULT_ROUNDS"] ?? 1);
const random = randomFrom(Number(process.env["FAULT_SEED"] ?? 1));
/**
 * There and back in one order, and there in the reverse one. So any two services meet in all four mixes of releases,
 * and each is the first of the two that is upgraded (docs/operations/releases.md#the-proof).
 */
const passes = Array.from({ length: rounds }, () => shuffled(services, random))
  .flatMap((order) => [order, order, order.toReversed(), order.toReversed()])
  .slice(0, -1)
  .map((order, index) => {
    const isBack = index % 2 === 1;
    return {
      order,
      isBack,
      title: isBack ? "the way back" : "an upgrade",
      names: order.join(", "),
    };
  });

/** Every message has it; it is not written in ASCII alone, because such messages are searched in another way. */
const word = "höher";

/** First id of organizations that get three streams more: earlier releases have given out ids below 1,000,000,000. */
const first = 1_000_005_000;
const raised = `1,${first}:4`;
/** Of those that have the earlier number, while others have the raised one. */
const killed = ["messages-2", "webhooks-2", "events-2"] as const;

const folder = mkdtempSync(path.join(tmpdir(), "previous-release-"));
const schema = new NextSchema();
let previous: Release;
let constellation: Constellation;
let witnesses: readonly Witness[];
let sends: Sends;
let changes: Changes;
let visits: Visits;
let nats: Nats;

beforeAll(async () => {
  previous = await unpackPreviousRelease(folder);
  constellation = await Constellation.start(undefined, { release: previous, isPaired: true });
  const emails = ["member2", "member", "owner"].map((name) => `${name}@example.com`);
  const [sender, member, administrator] = (await Promise.all(
    emails.map((email) => Client.login(constellation.url, email)),
  )) as [Client, Client, Client];
  witnesses = await Promise.all(Array.from({ length: 6 }, () => Witness.begin(member)));
  sends = new Sends([sender, member], word);
  const newestId = () => sends.newestId;
  changes = new Changes({ administrator, member, newestId });
  visits = await Visits.begin({ client: administrator, word, newestId });
});

afterAll(async () => {
  await nats.close();
  await constellation[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
  schema[Symbol.dispose]();
});

let questions = 0;

/** Resolves when something that was sent now was heard by everybody, and by the bot, which has answered. */
async function heard(): Promise<void> {
  const id = await sends.next();
  await Promise.all(witnesses.map((witness) => witness.hears(id)));
  await visits.askBot(`question ${(questions += 1)}`);
}

/** Lists what has failed since the beginning, and counts the polls that have. */
function failures(): readonly [requests: readonly string[], polls: number] {
  const requests = [...sends.failures, ...changes.failures, ...visits.failures];
  return [requests, witnesses.reduce((sum, { failedPolls }) => sum + failedPolls, 0)];
}

/** Has a process of one release take the place of one of the other, under load. */
async function replace(name: ProcessName, by: ProcessName, release?: Release): Promise<void> {
  await constellation.process(by).start(release?.programs);
  await heard();
  await constellation.process(name).stop();
  await heard();
}

test("the migrations since the previous release, and further ones, are applied while it works, and no request fails", async ({
  expect,
}) => {
  await heard();
  const { adminUrl, natsUrl } = constellation;
  const missing = schema.since(folder);
  expect(await schema.migrate({ adminUrl, natsUrl })).toEqual(missing);
  await heard();
  const partitioned = await constellation.rows<{ name: string }>(
    "select distinct relname::text as name from pg_class where relkind = 'p' and not relispartition order by 1",
  );
  expect(partitioned.map(({ name }) => name)).toEqual(["message", "outbox", "user_message"]);
  // From now on callers of the two releases ask different processes first (docs/adr/0053-moving-organizations.md).
  await constellation.query("insert into users.messages_turn (realm_id, turn) values (1, 1)");
  expect(failures()).toEqual([[], 0]);
});

describe.for(passes)(
  "$title on the schema of the newer release, in the order $names",
  ({ isBack, order }) => {
    test.for(order)(
      "a process of %s is replaced by one of the other release, and no request fails",
      async (name, { expect }) => {
        if (isBack) await replace(`${name}-2`, name, previous);
        else await replace(name, `${name}-2`);
        expect(failures()).toEqual([[], 0]);
      },
    );
  },
);

/** Runs migrate with the raised number of streams; returns what it says. */
async function raise(): Promise<string> {
  const { adminUrl, natsUrl } = constellation;
  return (await schema.start({ adminUrl, natsUrl, layout: raised })).stderr;
}

describe("PARTITIONS that are raised under the same load (docs/hosting.md#partitions)", () => {
  test("a raise that is killed halfway is begun again, and waits for processes with the earlier number", async ({
    expect,
  }) => {
    const { adminUrl, natsUrl } = constellation;
    nats = await connectNats({ url: natsUrl, name: "test" });
    const halfway = schema.start({ adminUrl, natsUrl, layout: raised });
    const ended = expect(halfway).rejects.toMatchObject({ signal: "SIGKILL" });
    while ((await countEventStreams(nats)) === 1) await nextLook();
    halfway.child.kill("SIGKILL");
    await ended;
    await heard();
    expect(await raise()).toContain(
      `is not raised to ${raised} yet, because channels has 1, events`,
    );
    constellation.setLayout(raised);
    await heard();
    expect(failures()).toEqual([[], 0]);
  });

  test.for(shuffled(services, random))(
    "a process of %s with the raised number starts beside one with the earlier, and no request fails",
    async (name, { expect }) => {
      await constellation.process(name).start();
      await heard();
      expect(failures()).toEqual([[], 0]);
    },
  );

  test("two of each with both numbers outlive kills, and no poll fails", async ({ expect }) => {
    expect(await raise()).toContain(
      `is not raised to ${raised} yet, because channels has 1, events`,
    );
    for (const name of killed) {
      await constellation.process(name).kill();
      await heard();
    }
    const [, polls] = failures();
    expect(polls).toBe(0);
    // What was under way at the killed ones.
    for (const { failures: failed } of [sends, changes, visits]) failed.length = 0;
  });

  test.for(shuffled(services, random))(
    "a process of %s with the earlier number stops, and no request fails",
    async (name, { expect }) => {
      await constellation.process(`${name}-2`).stop();
      await heard();
      expect(failures()).toEqual([[], 0]);
    },
  );

  test("organizations that are created after the raise are in the new streams, and hear events and bots", async ({
    expect,
  }) => {
    expect(await raise()).toContain(`organizations are created from the id ${first} on`);
    for (const id of [first, first + 1]) {
      const wide = await WideOrganization.create(constellation, `wide-${id}`);
      expect(wide.id).toBe(id);
      await wide.askBot("as wide as the sea");
      expect(await wide.partitions(nats, 4)).toEqual([id % 4]);
      expect(await wide.stop()).toEqual([]);
    }
    await heard();
    expect(failures()).toEqual([[], 0]);
  });

  test("a process with the earlier number does not start any more, and says what to do", async ({
    expect,
  }) => {
    constellation.setLayout("1");
    await expect(constellation.process("webhooks-2").start()).rejects.toThrow("ended with 1");
    expect(constellation.log("webhooks-2")).toContain(
      `PARTITIONS is 1, but organizations are spread by ${raised}: set it to that everywhere`,
    );
  });
});

test("upgrades, ways back and a raise end no queue and lose nothing that was sent", async ({
  expect,
}) => {
  const changed = await changes.stop();
  expect(await visits.stop()).toEqual([]);
  const sent = await sends.stop();
  await Promise.all(witnesses.map((witness) => witness.hears(sent.at(-1) ?? 0)));
  await Promise.all(witnesses.map((witness) => witness.hearsValues(changed)));
  expect(failures()).toEqual([[], 0]);
  for (const { heard: ids, problems, registrations } of witnesses) {
    expect([problems, registrations]).toEqual([[], 1]);
    const hearers = new Set(ids);
    expect(sent.filter((id) => !hearers.has(id))).toEqual([]);
  }
  await Promise.all(witnesses.map((witness) => witness[Symbol.asyncDispose]()));
});
