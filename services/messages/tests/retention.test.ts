import { deleteMessage } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "./realm.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());
let realm: Realm;

beforeEach(() => {
  realm = world().realm();
});

const daysLater = (days: number) => world().daysLater(days);

async function deletions() {
  const bundles = await world().bundles(realm.id);
  return bundles
    .flatMap(({ events }) => events)
    .filter(({ event }) => event.type === "delete_message");
}

describe("messages are kept as long as the policies say (docs/behaviour/messages.md#retention)", () => {
  test("messages are kept for ever unless somebody chose otherwise, and as long as their channel says", async ({
    expect,
  }) => {
    const id = await realm.send("alice");
    await daysLater(10_000);
    expect(await realm.ids("alice")).toEqual([id]);
    realm.data.setSetting("message_retention_days", 5);
    realm.data.setChannel(1, { name: "general", messageRetentionDays: -1 });
    await daysLater(20_000);
    expect(await realm.ids("alice")).toEqual([id]);
    expect(await deletions()).toEqual([]);
  });

  test("a channel's own days, told to whoever may read, topic by topic", async ({ expect }) => {
    realm.data.setChannel(1, { name: "general", messageRetentionDays: 10 });
    const [a, b, c] = [
      await realm.send("alice", { topic: "a" }),
      await realm.send("bob", { topic: "b" }),
      await realm.send("alice", { topic: "a" }),
    ];
    await realm.mark("bob", "add", "starred", [a]);
    await daysLater(9);
    expect(await realm.ids("alice")).toEqual([a, b, c]);
    await daysLater(10.01);
    expect(await realm.ids("alice")).toEqual([]);
    const announced = await deletions();
    expect(announced.map(({ event }) => event)).toEqual([
      {
        type: "delete_message",
        message_ids: [a, c],
        message_type: "stream",
        stream_id: 1,
        topic: "a",
      },
      {
        type: "delete_message",
        message_ids: [b],
        message_type: "stream",
        stream_id: 1,
        topic: "b",
      },
    ]);
    expect(announced.map(({ audience }) => audience)).toMatchObject([
      { ids: [1, 2, 3, 4] },
      { ids: [1, 2, 3, 4] },
    ]);
    const flags = sql.unsafe`select 1 from user_message where realm_id = ${realm.id}`;
    expect(await world().db.exists(flags)).toBe(false);
  });

  test("messages elsewhere are kept for the organization's days, direct messages as well", async ({
    expect,
  }) => {
    realm.data.setSetting("message_retention_days", 3);
    realm.data.setChannel(2, { name: "random", messageRetentionDays: 100 });
    realm.data.setMembership(1, 2);
    const kept = await realm.send("alice", { to: "random" });
    await realm.send("alice");
    const direct = await realm.direct("alice", [2]);
    await daysLater(4);
    expect(await realm.ids("alice")).toEqual([kept]);
    expect((await deletions()).map(({ audience, event }) => [event, audience])).toContainEqual([
      { type: "delete_message", message_ids: [direct], message_type: "private" },
      { to: "users", ids: [1, 2] },
    ]);
  });

  test("the policy of the moment decides what is deleted, and one that was lifted deletes nothing", async ({
    expect,
  }) => {
    realm.data.setChannel(1, { name: "general", messageRetentionDays: 1 });
    const id = await realm.send("alice");
    realm.data.setChannel(1, { name: "general", messageRetentionDays: null });
    await daysLater(30);
    expect(await realm.ids("alice")).toEqual([id]);
  });
});

describe("the work (docs/behaviour/messages.md#retention)", () => {
  test("each message that is too old is deleted and told by one of two processes", async ({
    expect,
  }) => {
    const other = await world().replica();
    realm.data.setChannel(1, { name: "general", messageRetentionDays: 1 });
    const ids = await Promise.all(Array.from({ length: 12 }, () => realm.send("alice")));
    await Promise.all([daysLater(2), world().daysLater(2, other.service)]);
    const announced = (await deletions()).flatMap(({ event }) => event["message_ids"] as number[]);
    expect(new Set(announced)).toEqual(new Set(ids));
    expect(announced).toHaveLength(ids.length);
  });

  test("deleting what is too old goes on in batches until nothing is left", async ({ expect }) => {
    realm.data.setChannel(1, { name: "general", messageRetentionDays: 1 });
    const id = await realm.send("alice");
    await world().db.query(sql.unsafe`
      insert into message (realm_id, id, recipient_id, channel_id, sender_id, topic, content, rendered_content, client, sent_at,
        is_me, has_link, has_image, has_attachment, mentions_everyone)
      select realm_id, nextval('message_id'), recipient_id, channel_id, sender_id, topic, content, rendered_content, client,
        sent_at, is_me, has_link, has_image, has_attachment, mentions_everyone
      from message, generate_series(1, 1200) where realm_id = ${realm.id} and id = ${id}`);
    await daysLater(2);
    expect(await realm.ids("alice")).toEqual([]);
    expect((await deletions()).map(({ slots }) => slots)).toEqual([500, 500, 201]);
  });

  test("nothing is loaded of a realm in which no message expires, also if it has deleted some", async ({
    expect,
  }) => {
    const [idle, deleting] = [world().realm(), world().realm()];
    await idle.send("alice");
    deleting.data.setSetting("message_content_delete_limit_seconds", null);
    const message_id = await deleting.send("alice");
    await deleting.request("alice", deleteMessage, { message_id });
    realm.data.setChannel(1, { name: "general", messageRetentionDays: 1 });
    await realm.send("alice");
    const loads = () => [idle, deleting].map(({ data }) => ({ ...data.stateLoads }));
    const before = loads();
    await daysLater(2);
    expect(loads()).toEqual(before);
    expect(await realm.ids("alice")).toEqual([]);
  });

  test("a realm whose turn fails keeps others waiting until the next look, and no longer", async ({
    expect,
  }) => {
    const [before, failing, after] = [world().realm(), world().realm(), world().realm()];
    for (const one of [before, failing, after]) {
      one.data.setChannel(1, { name: "general", messageRetentionDays: 1 });
      await one.send("alice");
    }
    failing.data.isSilent = true;
    await daysLater(2);
    await daysLater(2);
    failing.data.isSilent = false;
    expect(await before.ids("alice")).toEqual([]);
    expect(await after.ids("alice")).toEqual([]);
    expect(await failing.ids("alice")).toHaveLength(1);
  });

  test("deleting what is too old has a turn for each realm once an hour, not more often", async ({
    expect,
  }) => {
    realm.data.setChannel(1, { name: "general", messageRetentionDays: 1 });
    const first = await realm.send("alice");
    await daysLater(2);
    expect(await realm.ids("alice")).toEqual([]);
    const second = await realm.send("alice");
    await daysLater(2 + 1 / 48);
    expect(await realm.ids("alice")).toEqual([second]);
    await daysLater(2 + 1 / 12);
    expect(await realm.ids("alice")).toEqual([]);
    expect(first).toBeLessThan(second);
  });
});
