import { audienceTest, openBundle } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

/** Texts of the realm's bundles in the stream. */
async function textsOf({ id }: Realm): Promise<readonly string[]> {
  return (await world().published(id)).map((message) => message.string());
}

const shownPlace = z.object({
  display_recipient: z.string(),
  sender_full_name: z.string(),
  subject: z.string(),
  topic_links: z.array(z.object({ url: z.string() })),
});

describe("events of sent messages (docs/subsystems/messages.md, The event)", () => {
  test("events of sent messages leave to their bundle what they have in common", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.send("alice");
    await Promise.all(["a", "b", "c", "d"].map((content) => realm.send("alice", { content })));
    const stored = z.object({ alike: z.array(z.unknown()), events: z.array(z.unknown()) });
    const bundles = (await textsOf(realm)).map((text) => stored.parse(JSON.parse(text)));
    expect(Math.max(...bundles.map(({ events }) => events.length))).toBeGreaterThan(1);
    for (const { alike } of bundles) expect(alike).toHaveLength(1);
  });

  test("events of sent messages are in the stream as they are in the outbox, should they be published again", async ({
    expect,
  }) => {
    const realm = world().realm();
    const contents = ["plain words", "**loud** @**User 2**", "/me waves", "/poll which?"];
    await realm.send("alice");
    await Promise.all(contents.map((content) => realm.send("alice", { content })));
    await realm.direct("alice", [2]);
    const texts = await textsOf(realm);
    const row = z.object({ xid: z.string(), term: z.number(), events: z.string() });
    const rows = await world().db.any(sql.type(row)`
      select xid::text, term, events from outbox where realm_id = ${realm.id} order by id`);
    expect(texts).toEqual(
      rows.map(
        ({ events, term, xid }) =>
          `{"service":"messages","realm":${realm.id},"xid":"${xid}","term":${term},"events":${events}}`,
      ),
    );
  });

  test("events of sent messages say what names and receivers are at the time", async ({
    expect,
  }) => {
    const realm = world().realm();
    const { data } = realm;
    const linkifiers = [{ id: 1, pattern: "#(?P<n>[0-9]+)", url_template: "https://x.test/{n}" }];
    const sayings: unknown[] = [];
    const sending = { to: "1", topic: "about #12" };
    await realm.send("alice", sending);
    for (const change of [
      () => data.setChannel(1, { name: "renamed" }),
      () => data.setUser(1, { fullName: "Somebody Else" }),
      () => data.setSetting("linkifiers", linkifiers),
      () => data.setUser(5),
      () => data.setMembership(5, 1),
      () => data.setChannel(1, { isPrivate: true }),
    ]) {
      change();
      await Promise.all([
        realm.send("alice", sending),
        realm.send("alice", { ...sending, topic: "other" }),
      ]);
      const opened = (await textsOf(realm)).flatMap((text) => openBundle(text).events);
      const byTopic = new Map(
        opened.map(({ audience, event, publicChannel = false }) => {
          const message = shownPlace.parse(event["message"]);
          const urls = message.topic_links.map(({ url }) => url);
          const hears = audienceTest(audience)(5);
          const { display_recipient: channel, sender_full_name: sender, subject } = message;
          return [subject, { channel, sender, urls, hears, publicChannel }];
        }),
      );
      expect(byTopic.get("other")).toEqual({ ...byTopic.get("about #12"), urls: [] });
      sayings.push(byTopic.get("about #12"));
    }
    const first = {
      channel: "renamed",
      sender: "User 1",
      urls: [] as string[],
      hears: false,
      publicChannel: true,
    };
    const second = { ...first, sender: "Somebody Else" };
    const third = { ...second, urls: ["https://x.test/12"] };
    const fifth = { ...third, hears: true };
    const sixth = { ...fifth, publicChannel: false };
    expect(sayings).toEqual([first, second, third, third, fifth, sixth]);
  });
});
