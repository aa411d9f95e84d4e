import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation, services } from "../constellation.ts";
import type { ProcessName } from "../processes.ts";
import { NextSchema } from "./next-schema.ts";
import { unpackPreviousRelease } from "./previous-release.ts";
import { Sends } from "./sends.ts";
import { randomFrom, shuffled } from "./shuffle.ts";
import { Witness } from "./witness.ts";

const rounds = Number(process.env["FAULT_ROUNDS"] ?? 1);
const random = randomFrom(Number(process.env["FAULT_SEED"] ?? 1));

const previous = mkdtempSync(path.join(tmpdir(), "previous-release-"));
const schema = new NextSchema();
let constellation: Constellation;
let witnesses: readonly Witness[];
let sends: Sends;

beforeAll(async () => {
  unpackPreviousRelease(previous);
  constellation = await Constellation.start(undefined, { sources: previous, isPaired: true });
  const { url } = constellation;
  const sender = await Client.login(url, "member2@example.com");
  const receiver = await Client.login(url, "member@example.com");
  witnesses = await Promise.all(Array.from({ length: 6 }, () => Witness.begin(receiver)));
  sends = new Sends([sender, receiver], "upgrade");
});

afterAll(async () => {
  await constellation[Symbol.asyncDispose]();
  rmSync(previous, { recursive: true });
  schema[Symbol.dispose]();
});

async function heard(): Promise<void> {
  const id = await sends.next();
  await Promise.all(witnesses.map((witness) => witness.hears(id)));
}

/** Counts what has failed since the beginning. */
function failures(): readonly [sends: readonly string[], polls: number] {
  return [sends.failures, witnesses.reduce((sum, { failedPolls }) => sum + failedPolls, 0)];
}

/**
 * Has a process of one release take the place of one of the other, under load. Returns what has failed since the
 * beginning: sends, and polls.
 */
async function replace({
  by,
  name,
  sources,
}: {
  readonly name: ProcessName;
  readonly by: ProcessName;
  readonly sources?: string;
}): Promise<readonly [sends: readonly string[], polls: number]> {
  await constellation.process(by).start(sources);
  await heard();
  await constellation.process(name).stop();
  await heard();
  return failures();
}

test("a migration is applied by its program while the previous release works, and no request fails", async ({
  expect,
}) => {
  await heard();
  const { adminUrl, natsUrl } = constellation;
  expect(await schema.migrate({ adminUrl, natsUrl })).toBe(
    `Applied ${["users", "channels", "messages"].flatMap((service) => [7, 8, 9].map((last) => `${service}/999${last}-next.sql`)).join(", ")}.\n`,
  );
  await heard();
  expect(failures()).toEqual([[], 0]);
});

describe.for(Array.from({ length: rounds }, (_, index) => index))(
  "an upgrade and the way back, on the schema of the newer release (round %i)",
  () => {
    test.for(shuffled(services, random))(
      "%s of this release takes the place of the previous release's, and no request fails",
      async (name, { expect }) => {
        expect(await replace({ name, by: `${name}-2` })).toEqual([[], 0]);
      },
    );

    test.for(shuffled(services, random))(
      "%s of the previous release takes the place of this release's, and no request fails",
      async (name, { expect }) => {
        expect(await replace({ name: `${name}-2`, by: name, sources: previous })).toEqual([[], 0]);
      },
    );
  },
);

test("an upgrade and the way back end no queue and lose nothing that was sent", async ({
  expect,
}) => {
  const sent = await sends.stop();
  await Promise.all(witnesses.map((witness) => witness.hears(sent.at(-1) ?? 0)));
  for (const { heard: ids, problems, registrations } of witnesses) {
    expect([problems, registrations]).toEqual([[], 1]);
    const hearers = new Set(ids);
    expect(sent.filter((id) => !hearers.has(id))).toEqual([]);
  }
  await Promise.all(witnesses.map((witness) => witness[Symbol.asyncDispose]()));
});
