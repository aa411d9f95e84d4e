import { listEntries } from "@team-chat/audit";
import {
  addReaction,
  addSubmessage,
  audienceTest,
  deleteAttachment,
  deleteMessage,
  deleteTopic,
  type DomainEvent,
  listAttachments,
  listMessageDeletions,
  messagesRestoredEvent,
  restoreMessages,
  updateMessage,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { Files } from "../files/files.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;

beforeEach(() => {
  world().clock.aheadMs = 0;
  realm = world().realm();
  realm.data.setUser(1, { role: 200 });
});

type Asked = Parameters<typeof realm.request<typeof restoreMessages.params, never>>[2];

const restore = (asked: Asked) => realm.request("alice", restoreMessages, asked);
const remove = (id: number) => realm.request("alice", deleteMessage, { message_id: id });
const removeTopic = (topic: string) =>
  realm.request("alice", deleteTopic, { stream_id: 1, topic_name: topic });

async function concerned(): Promise<(userId: number) => boolean> {
  const [event] = await realm.eventsOf("messages_restored");
  return audienceTest(messagesRestoredEvent.parse(event?.event).concerned);
}

describe("restoring is refused and nothing changed (docs/behaviour/moderation.md#restoring-messages)", () => {
  test("restoring is refused to whoever is no administrator", async ({ expect }) => {
    const id = await realm.send("bob");
    await remove(id);
    await expect(realm.request("bob", restoreMessages, { message_id: id })).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
    expect(await realm.ids("alice")).toEqual([]);
  });

  test("restoring is refused unless exactly one thing says which messages", async ({ expect }) => {
    const one = "Give one of deletion_id, message_id and stream_id.";
    for (const asked of [{}, { deletion_id: 1, message_id: 1 }, { message_id: 1, stream_id: 1 }])
      await expect(restore(asked)).rejects.toMatchObject({ code: "BAD_REQUEST", message: one });
    await expect(restore({ message_id: 1, topic: "t" })).rejects.toThrow(
      "A topic needs its channel: stream_id is missing.",
    );
    await expect(restore({ stream_id: 99 })).rejects.toThrow("Invalid channel ID");
  });

  test("restoring is refused where there is nothing, and for direct messages that people deleted", async ({
    expect,
  }) => {
    const there = await realm.send("bob");
    const direct = await realm.direct("alice", [2]);
    await remove(direct);
    const nothing = { code: "BAD_REQUEST", message: "There is nothing to restore." };
    for (const asked of [
      { message_id: there },
      { message_id: direct },
      { deletion_id: 999_999 },
      { stream_id: 1 },
      { stream_id: 2, topic: "t" },
    ])
      await expect(restore(asked)).rejects.toMatchObject(nothing);
  });

  test("restoring is refused where the messages would be deleted again at once", async ({
    expect,
  }) => {
    const id = await realm.send("bob");
    realm.data.setChannel(1, { name: "general", messageRetentionDays: 2 });
    await world().daysLater(3);
    await expect(restore({ message_id: id })).rejects.toThrow(
      "These messages are older than messages are kept there. Change the retention policy first.",
    );
    realm.data.setChannel(1, { name: "general", messageRetentionDays: null });
    expect(await restore({ message_id: id })).toEqual({ restored: 1, complete: true });
  });

  test("restoring is refused under topics that the channel does not allow any more", async ({
    expect,
  }) => {
    await realm.send("bob");
    await removeTopic("t");
    realm.data.setChannel(1, { topicsPolicy: "empty_topic_only" });
    await expect(restore({ stream_id: 1 })).rejects.toThrow(
      "Only the general chat topic is allowed in this channel.",
    );
  });
});

describe("restored messages (docs/behaviour/moderation.md#restoring-messages)", () => {
  test("a restored message is what it was, with edits, reactions, votes and flags", async ({
    expect,
  }) => {
    const id = await realm.send("bob", { content: "/poll Lunch?" });
    const [poll] = (await realm.fetch("bob", { message_ids: [id] })).messages;
    await realm.request("carol", addSubmessage, {
      message_id: id,
      msg_type: "widget",
      content: JSON.stringify({ type: "new_option", idx: 1, option: "Soup" }),
    });
    await realm.request("bob", addReaction, { message_id: id, emoji_name: "heart" });
    await realm.mark("carol", "add", "starred", [id]);
    const edited = await realm.send("alice", { content: "@**all** first" });
    await realm.request("alice", updateMessage, { message_id: edited, content: "@**all** then" });
    await realm.mark("bob", "add", "read", [edited]);
    expect(poll?.submessages).toHaveLength(1);
    const people = ["alice", "bob", "carol", "guest"] as const;
    const look = () =>
      Promise.all(people.map(async (who) => [await realm.fetch(who), await realm.register(who)]));
    const before = await look();
    await remove(id);
    await removeTopic("t");
    expect(await realm.ids("alice")).toEqual([]);
    expect(await restore({ stream_id: 1 })).toEqual({ restored: 2, complete: true });
    expect(await look()).toEqual(before);
  });

  test("a restored topic comes back alone, also its single messages, and may be deleted once more", async ({
    expect,
  }) => {
    const [a, b, other] = [
      await realm.send("bob"),
      await realm.send("bob", { topic: "T" }),
      await realm.send("bob", { topic: "u" }),
    ];
    await remove(a);
    await removeTopic("t");
    await removeTopic("u");
    expect(await restore({ stream_id: 1, topic: " t " })).toEqual({ restored: 2, complete: true });
    expect(await realm.ids("bob")).toEqual([a, b]);
    const { deletions } = await realm.request("alice", listMessageDeletions, {});
    expect(deletions).toMatchObject([{ first_message_id: other }]);
    await removeTopic("t");
    expect(await restore({ message_id: b })).toEqual({ restored: 1, complete: true });
    const left = deletions.map(({ id }) => id);
    expect(await restore({ deletion_id: left[0] })).toEqual({ restored: 1, complete: true });
    expect(await realm.ids("bob")).toEqual([b, other]);
  });

  test("restored messages come back into an archived channel, and direct ones that were deleted by age", async ({
    expect,
  }) => {
    const id = await realm.send("bob");
    realm.data.setSetting("message_retention_days", 3);
    const direct = await realm.direct("bob", [3]);
    await world().daysLater(4);
    realm.data.setSetting("message_retention_days", null);
    realm.data.setChannel(1, { name: "general", isArchived: true });
    expect(await restore({ stream_id: 1 })).toMatchObject({ restored: 1 });
    expect(await restore({ message_id: direct })).toMatchObject({ restored: 1 });
    expect(await realm.ids("carol")).toEqual([id, direct]);
  });

  test("a restored message shows files that are still there, and their owner is told", async ({
    expect,
  }) => {
    const files = new Files(world());
    const [kept, gone] = [await files.upload(realm, 2), await files.upload(realm, 2)];
    const id = await realm.send("bob", { content: `[a](${kept}) [b](${gone})` });
    await remove(id);
    expect((await files.read(realm, 3, kept)).status).toBe(404);
    const own = (await realm.request("bob", listAttachments, {})).attachments;
    const wasGone = own.find(({ path_id: path }) => gone.endsWith(path));
    await realm.request("bob", deleteAttachment, { attachment_id: wasGone?.id ?? 0 });
    await restore({ message_id: id });
    expect((await files.read(realm, 3, kept)).status).toBe(200);
    expect((await files.read(realm, 3, gone)).status).toBe(404);
    const announced = await realm.eventsOf("attachment");
    expect(announced.at(-1)?.event).toMatchObject({
      op: "update",
      attachment: { messages: [{ id }] },
    });
  });

  test("a message that was restored is unread for whoever had not read it, and others' are not lost", async ({
    expect,
  }) => {
    const [a, b, c] = [
      await realm.send("alice"),
      await realm.send("alice"),
      await realm.send("alice"),
    ];
    await remove(b);
    const unread = async () => (await realm.register("bob")).unread_msgs.streams;
    expect(await unread()).toMatchObject([{ unread_message_ids: [a, c] }]);
    await restore({ message_id: b });
    expect(await unread()).toMatchObject([{ unread_message_ids: [a, b, c] }]);
  });
});

describe("whoever a restored message concerns (docs/behaviour/moderation.md#restoring-messages)", () => {
  test("the queues of subscribers and of former readers end, and nobody is sent an event", async ({
    expect,
  }) => {
    const id = await realm.send("bob", { topic: "" });
    realm.data.setMembership(3, 1, { active: false });
    realm.data.setUser(5);
    await realm.ids("alice");
    await remove(id);
    await restore({ message_id: id });
    const [event] = await realm.eventsOf("messages_restored");
    expect(event?.audience).toEqual({ to: "users", ids: [] });
    expect(event?.event).toMatchObject({ stream_id: 1, message_ids: [id], is_public: true });
    const isFor = await concerned();
    expect([1, 2, 3, 4, 5].map((user) => isFor(user))).toEqual([true, true, true, true, false]);
    const nothing = { before: null, sinceMs: null, actorId: null, operation: null, object: null };
    const entries = await listEntries(world().db, { realmId: realm.id, limit: 9, ...nothing });
    expect(entries.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({
        object: "restored_messages",
        after: { messages: 1, first: id, last: id },
      }),
    );
  });

  test("the people of a direct conversation, and those alone, register anew", async ({
    expect,
  }) => {
    const id = await realm.direct("bob", [3]);
    realm.data.setSetting("message_retention_days", 3);
    await world().daysLater(4);
    realm.data.setSetting("message_retention_days", null);
    await restore({ message_id: id });
    const isFor = await concerned();
    expect([1, 2, 3].map((user) => isFor(user))).toEqual([false, true, true]);
    const [event]: readonly DomainEvent[] = await realm.eventsOf("messages_restored");
    expect(event?.event).toMatchObject({ is_public: false });
  });
});

describe("many messages (docs/behaviour/moderation.md#restoring-messages)", () => {
  test("many messages come back in several transactions, and in several requests when there are too many", async ({
    expect,
  }) => {
    await realm.send("bob");
    await world().db.query(sql.unsafe`
      insert into message (realm_id, id, recipient_id, channel_id, sender_id, topic, content, rendered_content, client,
        sent_at, is_me, has_link, has_image, has_attachment, mentions_everyone)
      select realm_id, nextval('message_id'), recipient_id, channel_id, sender_id, topic, content, rendered_content,
        client, sent_at, is_me, has_link, has_image, has_attachment, mentions_everyone
      from message, generate_series(1, 20000) where realm_id = ${realm.id}`);
    await removeTopic("t");
    await removeTopic("t");
    expect(await restore({ stream_id: 1, topic: "t" })).toEqual({
      restored: 20_000,
      complete: false,
    });
    expect(await restore({ stream_id: 1, topic: "t" })).toEqual({ restored: 1, complete: true });
    expect(await realm.eventsOf("messages_restored")).toHaveLength(21);
  });
});
