import { type Bundle, openBundle } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import type { Realm } from "./realm.ts";
import { World } from "./world.ts";

let world: World;
let earlier: World;

beforeAll(async () => {
  [world, earlier] = await Promise.all([World.create(), World.create({}, { SHORT_EVENTS: false })]);
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await earlier[Symbol.asyncDispose]();
});

/** Texts of the realm's bundles in the stream. */
async function textsOf({ id }: Realm, { published } = { published: world.published.bind(world) }) {
  return (await published(id)).map((message) => message.string());
}

async function sendAll(realm: Realm): Promise<void> {
  const contents = ["plain words", "**loud** @**User 2**", "/me waves", "more words"];
  await realm.send(1);
  await Promise.all(contents.map((content) => realm.send(1, { content })));
  await realm.direct(1, [2]);
}

/** Sends to one place, which is called or read otherwise each time. */
async function sendAmidChanges(realm: Realm): Promise<void> {
  const { data } = realm;
  const linkifiers = [{ id: 1, pattern: "#(?P<n>[0-9]+)", url_template: "https://x.test/{n}" }];
  const changes = [
    () => data.setChannel(1, { name: "renamed" }),
    () => data.setUser(1, { fullName: "Somebody Else" }),
    () => data.setSetting("linkifiers", linkifiers),
    () => data.setUser(5),
    () => data.setMembership(5, 1),
    () => data.setChannel(1, { isPrivate: true }),
  ];
  const sending = { to: "1", topic: "about #12" };
  await realm.send(1, sending);
  for (const change of changes) {
    change();
    await realm.send(1, sending);
    await realm.send(2, sending);
    await realm.send(2, { ...sending, topic: "other" });
  }
}

const differing: Readonly<Record<string, unknown>> = {
  id: 0,
  timestamp: 0,
  recipient_id: 0,
  sender_realm_str: "",
};

/** What clients see as text, and the rest; without what differs from one world to the next, and in one order. */
function comparable(bundles: readonly Bundle[]) {
  return bundles
    .flatMap(({ events }) => events)
    .map(({ event, ...rest }) => ({
      text: JSON.stringify(event, (key, value: unknown) => differing[key] ?? value),
      rest,
    }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1));
}

describe("events of sent messages (docs/subsystems/messages.md, Writing)", () => {
  test("leave to their bundle what they have in common", async ({ expect }) => {
    const realm = world.realm();
    await realm.send(1);
    await Promise.all(["a", "b", "c", "d"].map((content) => realm.send(1, { content })));
    const stored = z.object({ alike: z.array(z.unknown()), events: z.array(z.unknown()) });
    const bundles = (await textsOf(realm)).map((text) => stored.parse(JSON.parse(text)));
    expect(Math.max(...bundles.map(({ events }) => events.length))).toBeGreaterThan(1);
    for (const { alike } of bundles) expect(alike).toHaveLength(1);
  });

  test("are in the stream as they are in the outbox, should they be published again", async ({
    expect,
  }) => {
    const realm = world.realm();
    await sendAll(realm);
    const texts = await textsOf(realm);
    const row = z.object({ xid: z.string(), events: z.string() });
    const rows = await world.db.any(sql.type(row)`
      select xid::text, events from outbox where realm_id = ${realm.id} order by id`);
    expect(texts).toEqual(
      rows.map(
        ({ events, xid }) =>
          `{"service":"messages","realm":${realm.id},"xid":"${xid}","events":${events}}`,
      ),
    );
  });

  test.for([
    ["are in full where `SHORT_EVENTS` is false, and say the same", sendAll],
    ["say what names and receivers are at the time", sendAmidChanges],
  ] as const)("%s", async ([, sendTo], { expect }) => {
    const [realm, other] = [world.realm(), earlier.realm()];
    await sendTo(realm);
    await sendTo(other);
    const full = (await textsOf(other, { published: earlier.published.bind(earlier) })).map(
      (text) => JSON.parse(text) as Bundle,
    );
    const opened = (await textsOf(realm)).map((text) => openBundle(text));
    expect(full.every((one) => !("alike" in one))).toBe(true);
    expect(comparable(opened)).toEqual(comparable(full));
  });
});
