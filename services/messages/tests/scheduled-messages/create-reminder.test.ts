import { createReminder, listReminders } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test, vi } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const inSeconds = (seconds = 60) => Math.floor(Date.now() / 1000) + seconds;

async function remind(
  ...[realm, userId, id, note, at = inSeconds()]: [Realm, number, number, string?, number?]
) {
  const given = { message_id: id, scheduled_delivery_timestamp: at };
  const params = note === undefined ? given : { ...given, note };
  const { reminder_id } = await realm.request(userId, createReminder, params);
  return reminder_id;
}

function withBot(): Realm {
  const realm = world().realm();
  realm.data.addNotificationBot(9);
  return realm;
}

async function listed(realm: Realm) {
  return (await realm.request("alice", listReminders, {})).reminders;
}

describe("a reminder is refused (docs/behaviour/drafts-and-scheduled.md#reminders)", () => {
  test("a reminder is refused of messages that one may not read, for the past, or with a long note", async ({
    expect,
  }) => {
    const realm = withBot();
    const hidden = await realm.direct("bob", [3]);
    const id = await realm.send("bob");
    await expect(remind(realm, 1, hidden)).rejects.toThrow("Invalid message(s)");
    await expect(remind(realm, 1, id, "n", 5)).rejects.toThrow("must be in the future");
    await expect(remind(realm, 1, id, "x".repeat(501))).rejects.toThrow(
      "note is too long (limit: 500 characters)",
    );
    expect(await listed(realm)).toEqual([]);
  });

  test("a reminder is refused where nobody could remind", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("bob");
    await expect(remind(realm, 1, id)).rejects.toThrow("Nobody reminds in this organization.");
  });
});

describe("a reminder (docs/behaviour/drafts-and-scheduled.md#reminders)", () => {
  test("a reminder is listed, in register, and told to its user only", async ({ expect }) => {
    const realm = withBot();
    const message = await realm.send("bob", { content: "eat `fruit`" });
    const at = inSeconds();
    const id = await remind(realm, 1, message, "really", at);
    const content = [
      `You requested a reminder for a [message](#narrow/channel/1-general/topic/t/near/${message}) in #**general>t**. Note:`,
      "> really",
      "",
      "@_**User 2|2** said:",
      "```quote",
      "eat `fruit`",
      "```",
    ].join("\n");
    const shown = {
      reminder_id: id,
      type: "private",
      to: [1],
      content,
      rendered_content: expect.stringContaining("<blockquote>") as string,
      scheduled_delivery_timestamp: at,
      failed: false,
      reminder_target_message_id: message,
    };
    expect(await listed(realm)).toEqual([shown]);
    expect((await realm.register("alice")).reminders).toEqual([shown]);
    expect((await realm.register("alice")).scheduled_messages).toEqual([]);
    const [event] = await realm.eventsOf("reminders");
    expect(event).toMatchObject({
      audience: { to: "users", ids: [1] },
      event: { op: "add", reminders: [shown] },
    });
  });

  test("a reminder comes from the notification bot when it is time, and is gone then", async ({
    expect,
  }) => {
    const realm = withBot();
    const message = await realm.direct("bob", [1], "lunch");
    await remind(realm, 1, message);
    world().clock.aheadMs = 65_000;
    await vi.waitFor(async () => expect(await listed(realm)).toEqual([]), { timeout: 240_000 });
    const { messages } = await realm.fetch("alice", { apply_markdown: false });
    expect(messages.at(-1)).toMatchObject({ sender_id: 9, flags: [] });
    expect(messages.at(-1)?.content).toMatch(
      /^You requested a reminder for the following direct message\./,
    );
    expect(await realm.heard("bob")).toEqual([message]);
    expect((await realm.eventsOf("reminders")).map(({ event }) => event["op"])).toEqual([
      "add",
      "remove",
    ]);
  });
});
