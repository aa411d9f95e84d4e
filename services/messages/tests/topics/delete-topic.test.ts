import { deleteTopic } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { groups } from "../realm-data.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

function remove(...[realm, userId, topic, id = 1]: [Realm, number, string, number?]) {
  return realm.request(userId, deleteTopic, { stream_id: id, topic_name: topic });
}

function withAdministrator(): Realm {
  const realm = world().realm();
  realm.data.setUser(1, { role: 200 });
  return realm;
}

describe("deleting a topic is refused and nothing changed (docs/behaviour/messages.md#deleting-a-topic)", () => {
  test("deleting a topic is refused without permission", async ({ expect }) => {
    const realm = withAdministrator();
    const id = await realm.send("bob");
    await expect(remove(realm, 2, "t")).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
    expect(await realm.ids("alice")).toEqual([id]);
  });

  test("deleting a topic is refused in channels that one may not read, archived ones and none at all", async ({
    expect,
  }) => {
    const realm = withAdministrator();
    realm.data.setChannel(2, { isArchived: true });
    for (const channel of [2, 3, 99])
      await expect(remove(realm, 1, "t", channel)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Invalid channel ID",
      });
  });
});

describe("deleting a topic (docs/behaviour/messages.md#deleting-a-topic)", () => {
  test("deleting a topic removes its messages in any case, and no others, and tells those who had them", async ({
    expect,
  }) => {
    const realm = withAdministrator();
    const ids = [await realm.send("bob"), await realm.send("carol", { topic: "T" })];
    const other = await realm.send("bob", { topic: "u" });
    expect(await remove(realm, 1, "t")).toEqual({ complete: true });
    expect(await realm.ids("bob")).toEqual([other]);
    const [event] = await realm.eventsOf("delete_message");
    expect(event?.event).toMatchObject({
      message_ids: ids,
      message_type: "stream",
      stream_id: 1,
      topic: "t",
    });
    expect(await remove(realm, 1, "t")).toEqual({ complete: true });
  });

  test("deleting a topic is also for those whom the channel lets delete anything", async ({
    expect,
  }) => {
    const realm = withAdministrator();
    await realm.send("bob");
    realm.data.setChannel(1, { permissions: { can_delete_any_message_group: groups.everyone } });
    expect(await remove(realm, 3, "t")).toEqual({ complete: true });
    expect(await realm.ids("alice")).toEqual([]);
  });

  test("deleting a topic leaves what the caller may not read", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setChannel(1, { isPrivate: true, historyPublicToSubscribers: false });
    realm.data.setMembership(1, 1, { active: false });
    realm.data.setUser(1, { role: 200 });
    const before = await realm.send("bob");
    realm.data.setMembership(1, 1, { active: true });
    await realm.send("bob");
    expect(await remove(realm, 1, "t")).toEqual({ complete: true });
    expect(await realm.ids("bob")).toEqual([before]);
  });

  test("deleting a topic goes on in several transactions, and asks for more when there is too much", async ({
    expect,
  }) => {
    const realm = withAdministrator();
    const id = await realm.send("bob");
    await world().db.query(sql.unsafe`
      insert into message (realm_id, id, recipient_id, channel_id, sender_id, topic, content, rendered_content, client,
        sent_at, is_me, has_link, has_image, has_attachment, mentions_everyone)
      select realm_id, nextval('message_id'), recipient_id, channel_id, sender_id, topic, content, rendered_content,
        client, sent_at, is_me, has_link, has_image, has_attachment, mentions_everyone
      from message, generate_series(1, 20000) where realm_id = ${realm.id}`);
    expect(await remove(realm, 1, "t")).toEqual({ complete: false });
    expect(await realm.ids("alice")).toEqual([id]);
    expect(await remove(realm, 1, "t")).toEqual({ complete: true });
    expect(await realm.eventsOf("delete_message")).toHaveLength(21);
  });
});
