import {
  addReaction,
  addSubmessage,
  createReminder,
  createScheduledMessage,
  deleteAttachment,
  deleteMessage,
  deleteReminder,
  deleteScheduledMessage,
  getMessageUsage,
  listAttachments,
  listReminders,
  listScheduledMessages,
  storedLimits,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { Files } from "./files/files.ts";
import type { Realm } from "./realm.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const self = { kind: "service", name: "users" } as const;
const spare = 3;
const atOnce = 8;

/** Stores so many of the user's beside the first one. */
async function multiply(realm: Realm, id: number, count: number): Promise<void> {
  await world().db.query(sql.unsafe`
    insert into scheduled_message (realm_id, user_id, channel_id, recipients, topic, content, rendered_content, client, read_by_sender, deliver_at, reminder_of)
    select realm_id, user_id, channel_id, recipients, topic, content, rendered_content, client, read_by_sender, deliver_at, reminder_of
    from scheduled_message cross join generate_series(1, ${count}) where realm_id = ${realm.id} and id = ${id}`);
}

async function succeeded(asked: readonly Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(asked);
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

describe("what is kept for a user is limited, also when it comes at the same time", () => {
  test("the number of scheduled messages of a user is limited, also when they come at the same time", async ({
    expect,
  }) => {
    const realm = world().realm();
    const { most } = storedLimits.scheduledOfUser;
    const schedule = (userId: number) =>
      realm.request(userId, createScheduledMessage, {
        type: "channel",
        to: 1,
        topic: "t",
        content: "later",
        scheduled_delivery_timestamp: inAnHour(),
      });
    const { scheduled_message_id: id } = await schedule(1);
    await multiply(realm, id, most - 1 - spare);
    expect(await succeeded(Array.from({ length: atOnce }, () => schedule(1)))).toBe(spare);
    await expect(schedule(1)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "There can be at most 1000 scheduled messages.",
    });
    const listed = await realm.request("alice", listScheduledMessages, {});
    expect(listed.scheduled_messages).toHaveLength(most);
    await schedule(2);
    await realm.request("alice", deleteScheduledMessage, { scheduled_message_id: id });
    await schedule(1);
  });

  test("the number of reminders of a user is limited by itself, also when they come at the same time", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.addNotificationBot(9);
    const { most } = storedLimits.remindersOfUser;
    const message_id = await realm.send("alice", { content: "remember" });
    const remind = () =>
      realm.request("alice", createReminder, {
        message_id,
        scheduled_delivery_timestamp: inAnHour(),
      });
    const { reminder_id: id } = await remind();
    await multiply(realm, id, most - 1 - spare);
    expect(await succeeded(Array.from({ length: atOnce }, remind))).toBe(spare);
    await expect(remind()).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "There can be at most 1000 reminders.",
    });
    const listed = await realm.request("alice", listReminders, {});
    expect(listed.reminders).toHaveLength(most);
    await realm.request("alice", deleteReminder, { reminder_id: id });
    await remind();
  });

  test("what one adds to a poll", async ({ expect }) => {
    const realm = world().realm();
    const { most } = storedLimits.submessagesOfUser;
    const id = await realm.send("alice", { content: "/poll Lunch?\nyes\nno" });
    const vote = (userId: number) =>
      realm.request(userId, addSubmessage, {
        message_id: id,
        msg_type: "widget",
        content: JSON.stringify({ type: "vote", key: "canned,0", vote: 1 }),
      });
    await vote(2);
    await world().db.query(sql.unsafe`
      insert into submessage (realm_id, message_id, sender_id, msg_type, content)
      select realm_id, message_id, sender_id, msg_type, content
      from submessage cross join generate_series(1, ${most - 1 - spare})
      where realm_id = ${realm.id} and message_id = ${id} and sender_id = 2`);
    expect(await succeeded(Array.from({ length: atOnce }, () => vote(2)))).toBe(spare);
    await expect(vote(2)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "There can be at most 1000 changes of one user to a poll or a todo list.",
    });
    await vote(1);
  });

  test("one user's reactions to one message are limited, and others can still react", async ({
    expect,
  }) => {
    const realm = world().realm();
    const { most } = storedLimits.reactionsOfUser;
    const id = await realm.send("alice");
    const react = (userId: number, at: number) =>
      realm.request(userId, addReaction, {
        message_id: id,
        emoji_name: "smile",
        emoji_code: (0x1f600 + at).toString(16),
      });
    await react(2, 0);
    await world().db.query(sql.unsafe`
      insert into reaction (realm_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
      select realm_id, message_id, user_id, emoji_name, 'x' || number, reaction_type
      from reaction cross join generate_series(1, ${most - 1 - spare}) number
      where realm_id = ${realm.id} and message_id = ${id} and user_id = 2`);
    const others = Array.from({ length: atOnce }, (_, at) => react(2, at + 1));
    expect(await succeeded(others)).toBe(spare);
    await expect(react(2, 20)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "There can be at most 100 reactions of one user to a message.",
    });
    await react(1, 20);
  });
});

describe("limits of what an organization uses (docs/hosting.md#quotas)", () => {
  const refusal = (most: number, of: string, used: number) => ({
    code: "BAD_REQUEST",
    message: `This exceeds the organization's limit of ${most} ${of}, of which it has ${used}. Whoever operates the server can raise it.`,
  });
  const today = () => new Date().toISOString().slice(0, 10);
  const usage = (realm: Realm, { from = today(), to = today() } = {}) =>
    world().pool.call(
      getMessageUsage,
      self,
      { realmId: realm.id, from, to },
      { realmId: realm.id },
    );

  test("exactly so many messages are sent in a day, also at the same moment, and what is deleted counts", async ({
    expect,
  }) => {
    const realm = world().realm();
    const most = 12;
    realm.data.setQuotas({ messagesPerDay: most });
    const message_id = await realm.send("alice");
    const many = Array.from({ length: 30 }, (_, at) => realm.send(at % 2 === 0 ? "alice" : "bob"));
    expect(await succeeded(many)).toBe(most - 1);
    await realm.request("alice", deleteMessage, { message_id }).catch(() => undefined);
    await expect(realm.send("alice")).rejects.toMatchObject(refusal(most, "messages a day", most));
    expect((await usage(realm)).days).toMatchObject([{ day: today(), messages: most }]);
    realm.data.setQuotas({ messagesPerDay: most + 1 });
    await realm.send("alice");
    await expect(realm.send("alice")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const other = world().realm();
    await other.send("alice");
    expect((await usage(other, { from: "2026-01-01", to: "2026-01-02" })).days).toEqual([
      { day: "2026-01-01", messages: 0, storedBytes: 0 },
      { day: "2026-01-02", messages: 0, storedBytes: 0 },
    ]);
  });

  test("exactly so many bytes are kept, also when files come at the same moment, and deleting one makes room", async ({
    expect,
  }) => {
    const realm = world().realm();
    const files = new Files(world());
    realm.data.setQuotas({ storedMib: 1, uploadMib: 1 });
    const [file] = [{ name: "a.txt", text: "x".repeat(256 * 1024) }];
    const upload = async () => {
      const answer = await files.post(realm, 1, [file]);
      if (answer["result"] !== "success") throw new Error(answer["msg"]);
    };
    expect(await succeeded(Array.from({ length: 6 }, upload))).toBe(4);
    const full = refusal(1, "MiB of uploaded files", 1);
    await expect(upload()).rejects.toThrow(full.message);
    expect(
      await files.post(realm, 1, [{ name: "b", text: "y".repeat(1024 * 1024 + 1) }]),
    ).toMatchObject({ msg: full.message });
    const { attachments, upload_space_used } = await realm.request("alice", listAttachments, {});
    expect([attachments.length, upload_space_used]).toEqual([4, 1024 * 1024]);
    // As after a release that has noted nothing; the first file of a day has them counted anew.
    await world().db.query(
      sql.unsafe`update stored_bytes set bytes = 1 where realm_id = ${realm.id}`,
    );
    await world().db.query(sql.unsafe`delete from stored_bytes_day where realm_id = ${realm.id}`);
    await expect(upload()).rejects.toThrow(full.message);
    const [{ id: attachment_id } = { id: 0 }] = attachments;
    await realm.request("alice", deleteAttachment, { attachment_id });
    await upload();
    realm.data.setQuotas({ storedMib: null, uploadMib: 1 });
    const large = await files.post(realm, 1, [{ name: "b", text: "y".repeat(1024 * 1024 + 1) }]);
    expect(large["msg"]).toBe("Uploaded file is larger than the allowed limit of 1 MiB");
    expect(await usage(realm)).toMatchObject({
      storedBytes: 1024 * 1024,
      days: [{ storedBytes: 1024 * 1024 }],
    });
  });
});
