import { auditOperationsOf, subscribe, unsubscribe, updateChannel } from "@team-chat/contract";
import { differenceOfAudit, type LeftOut, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { type Realm, World } from "../world.ts";

const copied = "counts changes, for copies of it";
const personal = "is how somebody arranges a channel for themselves";
const fromMessages = "follows from the messages";

const leftOut: LeftOut = {
  realm_version: copied,
  "channel.version": copied,
  "channel.created_at": "is the time of the entry",
  "channel.name_key": "follows from the name",
  "channel.rendered_description": "follows from the description",
  "channel.first_message_id": fromMessages,
  "channel.is_recently_active": fromMessages,
  "channel.weekly_traffic": fromMessages,
  "channel_folder.created_at": "is the time of the entry",
  "channel_folder.rendered_description": "follows from the description",
  "subscription.version": copied,
  "subscription.forgotten_by": copied,
  "subscription.color": personal,
  "subscription.is_muted": personal,
  "subscription.pin_to_top": personal,
  "subscription.desktop_notifications": personal,
  "subscription.email_notifications": personal,
  "subscription.wildcard_mentions_notify": personal,
  "subscription.push_notifications": personal,
  "subscription.audible_notifications": personal,
  user_topic: personal,
  told_user: "is a copy",
  told_group: "is a copy",
  carried_key: "lets other services repeat requests",
  notice: "is on its way; it is carried out here",
};

const service = { kind: "service", name: "users" } as const;
const world = useWorld(() => World.create());

const everyEntry = {
  before: null,
  sinceMs: null,
  actorId: null,
  operation: null,
  object: null,
  limit: 100,
};

async function entriesOf(realm: Realm) {
  const question = { ...everyEntry, realmId: realm.id };
  const { list } = auditOperationsOf.channels;
  return (await world().pool.call(list, service, question, { realmId: realm.id })).entries;
}

describe("the audit log of channels (docs/behaviour/audit.md#what-is-written-down)", () => {
  test("every column of every table is written down when it changes, or left out for a reason", async ({
    expect,
  }) => {
    expect(await differenceOfAudit(world().db, leftOut)).toEqual([]);
  });

  test("a kind of thing that is half a letter is refused, and no mistake of the service's (docs/behaviour/audit.md#listing)", async ({
    expect,
  }) => {
    const realm = world().realm();
    const question = { ...everyEntry, realmId: realm.id, object: "\ud83d" };
    const { list } = auditOperationsOf.channels;
    await expect(
      world().pool.call(list, service, question, { realmId: realm.id }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "Invalid object" });
  });

  test("whoever makes a channel, subscribes others, changes it or takes them out is in the log, with all of it", async ({
    expect,
  }) => {
    const realm = world().realm();
    const [owner, alice] = [realm.people.id("owner"), realm.people.id("alice")];
    await realm.request("owner", subscribe, {
      subscriptions: [{ name: "plans" }],
      principals: [alice],
    });
    const channel = await realm.channelId("plans");
    await realm.request("owner", updateChannel, { stream_id: channel, new_name: "secret plans" });
    await realm.request("owner", unsubscribe, {
      subscriptions: ["secret plans"],
      principals: [alice],
    });
    const entries = (await entriesOf(realm)).toReversed();
    expect(entries.map(({ actor, operation }) => [actor?.user_id, operation])).toEqual([
      [owner, "subscribe"],
      [owner, "updateChannel"],
      [owner, "unsubscribe"],
    ]);
    const key = { user_id: alice, channel_id: channel };
    expect(entries[0]?.changes).toMatchObject([
      { object: "channel", key: { id: channel }, after: { name: "plans", is_private: false } },
      { object: "subscription", key, after: { active: true } },
    ]);
    expect(entries[1]?.changes).toEqual([
      {
        object: "channel",
        key: { id: channel },
        before: { name: "plans" },
        after: { name: "secret plans" },
      },
    ]);
    expect(entries[2]?.changes).toEqual([
      { object: "subscription", key, before: { active: true }, after: { active: false } },
    ]);
    const { verify } = auditOperationsOf.channels;
    const { id: realmId } = realm;
    expect(await world().pool.call(verify, service, { realmId }, { realmId })).toMatchObject({
      entries: 3,
      broken: null,
    });
    expect(await entriesOf(world().realm())).toEqual([]);
  });
});
