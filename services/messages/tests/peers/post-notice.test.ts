import { type NoticeTarget, postNotice } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

interface Notice {
  readonly to: NoticeTarget;
  readonly content?: string;
  readonly readBy?: number[];
  readonly key?: string;
}

const self = { kind: "service", name: "channels" } as const;

async function post(realm: Realm, { to, content = "hello", readBy = [], key = "k" }: Notice) {
  const notice = { realmId: realm.id, to, content, readBy, key };
  const { messageIds } = await world().pool.call(postNotice, self, notice, { realmId: realm.id });
  return messageIds;
}

function withBot(): Realm {
  const realm = world().realm();
  realm.data.addNotificationBot(9);
  return realm;
}

describe("a notice (postNotice) (docs/behaviour/messages.md#notices-of-other-services)", () => {
  test("a notice to a channel that does not exist is refused, and says nothing", async ({
    expect,
  }) => {
    const realm = withBot();
    const to = { kind: "channel", channelId: 99, topic: "t" } as const;
    await expect(post(realm, { to })).rejects.toMatchObject({ code: "STREAM_DOES_NOT_EXIST" });
    expect(await realm.eventsOf("message")).toEqual([]);
  });

  test("a notice is not posted in a realm without a notification bot", async ({ expect }) => {
    const realm = world().realm();
    const to = { kind: "channel", channelId: 1, topic: "t" } as const;
    expect(await post(realm, { to })).toEqual([]);
  });

  test("a notice comes from the notification bot, also where it may not post, and may name hidden channels", async ({
    expect,
  }) => {
    const realm = withBot();
    realm.data.setMembership(1, 3);
    realm.data.setChannel(3, { permissions: { can_send_message_group: 14 } });
    const to = { kind: "channel", channelId: 3, topic: "channel events" } as const;
    const ids = await post(realm, { to, content: "#**secret** was made" });
    const { messages } = await realm.fetch("alice", { message_ids: ids });
    expect(messages).toMatchObject([
      { sender_id: 9, client: "Internal", subject: "channel events", flags: [] },
    ]);
    expect(messages[0]?.content).toContain('data-stream-id="3"');
    expect(await realm.heard("alice")).toEqual(ids);
    expect(await realm.heard("bob")).toEqual([]);
  });

  test("a notice comes from the Welcome Bot if asked for (docs/behaviour/messages.md#notices-of-other-services)", async ({
    expect,
  }) => {
    const realm = withBot();
    const to = { kind: "users" as const, userIds: [1] };
    const notice = { realmId: realm.id, to, content: "Hello", from: "welcome-bot" as const };
    const say = () =>
      world().pool.call(postNotice, self, { ...notice, key: "w" }, { realmId: realm.id });
    expect(await say()).toEqual({ messageIds: [] });
    const email = "welcome-bot@example.com";
    realm.data.setUser(8, { email, fullName: "Welcome Bot", isBot: true, isSystemBot: true });
    const { messageIds } = await say();
    expect(await say()).toEqual({ messageIds });
    const { messages } = await realm.fetch("alice", { message_ids: messageIds });
    expect(messages).toMatchObject([{ sender_id: 8, type: "private", flags: [] }]);
  });

  test("a notice is starred for its receivers if asked for (docs/behaviour/messages.md#notices-of-other-services)", async ({
    expect,
  }) => {
    const realm = withBot();
    const to = { kind: "users" as const, userIds: [1, 2] };
    const notice = { realmId: realm.id, to, content: "Hello", starred: true, key: "s" };
    const { messageIds } = await world().pool.call(postNotice, self, notice, { realmId: realm.id });
    for (const [index, userId] of to.userIds.entries()) {
      const id = messageIds[index] ?? 0;
      const { messages } = await realm.fetch(userId, { message_ids: [id] });
      expect(messages).toMatchObject([{ sender_id: 9, flags: ["starred"] }]);
      expect((await realm.register(userId)).starred_messages).toEqual([id]);
    }
    const events = await realm.eventsOf("message");
    expect(events.map(({ flags }) => flags)).toEqual([{ 1: ["starred"] }, { 2: ["starred"] }]);
    expect((await realm.register(9)).starred_messages).toEqual([]);
  });

  test("a notice is read already by those for whom it is no news, and by nobody else", async ({
    expect,
  }) => {
    const realm = withBot();
    realm.data.setMembership(1, 3);
    realm.data.setMembership(2, 3);
    const to = { kind: "channel", channelId: 3, topic: "t" } as const;
    const ids = await post(realm, { to, readBy: [1] });
    const flagsOf = async (userId: number) =>
      (await realm.fetch(userId, { message_ids: ids })).messages.map(({ flags }) => flags);
    expect(await flagsOf(1)).toEqual([["read"]]);
    expect(await flagsOf(2)).toEqual([[]]);
  });

  test("a notice reaches each user by themselves, but nobody who is gone", async ({ expect }) => {
    const realm = withBot();
    realm.data.setUser(2, { isActive: false });
    const ids = await post(realm, { to: { kind: "users", userIds: [1, 2, 3, 77] } });
    expect(ids).toHaveLength(2);
    expect(await realm.heard("alice")).toEqual([ids[0]]);
    expect(await realm.heard("carol")).toEqual([ids[1]]);
  });

  test("a notice is posted once for each key, also when asked for twice at the same moment", async ({
    expect,
  }) => {
    const realm = withBot();
    const to = { kind: "users", userIds: [1, 3] } as const;
    const asked = { to: { ...to, userIds: [...to.userIds] } };
    const [one, two] = await Promise.all([post(realm, asked), post(realm, asked)]);
    expect(two).toEqual(one);
    expect(await post(realm, asked)).toEqual(one);
    expect(await post(realm, { ...asked, key: "other" })).not.toEqual(one);
    expect(await realm.heard("alice")).toHaveLength(2);
  });
});
