import { addReaction, deleteMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { groups } from "../realm-data.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("deleting is refused and nothing changed (docs/behaviour/messages.md#deleting-messages)", () => {
  test("deleting others' messages is refused without permission", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    const asked = realm.request("bob", deleteMessage, { message_id: id });
    await expect(asked).rejects.toThrow("You don't have permission to delete this message");
    realm.data.setSetting("can_delete_own_message_group", groups.administrators);
    const own = realm.request("alice", deleteMessage, { message_id: id });
    await expect(own).rejects.toThrow("You don't have permission to delete this message");
    expect(await realm.ids("bob")).toEqual([id]);
    expect(await realm.eventsOf("delete_message")).toEqual([]);
  });

  test("deleting one's own message is refused when the time has passed", async ({
    expect,
    onTestFinished,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    onTestFinished(() => {
      world().clock.aheadMs = 0;
    });
    world().clock.aheadMs = 86_400_000;
    const asked = realm.request("alice", deleteMessage, { message_id: id });
    await expect(asked).rejects.toThrow("The time limit for deleting this message has passed");
  });

  test("deleting messages that one may not read is refused", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setUser(2, { role: 200 });
    const id = await realm.direct("alice", [3]);
    const asked = realm.request("bob", deleteMessage, { message_id: id });
    await expect(asked).rejects.toThrow("Invalid message(s)");
  });
});

describe("a deleted message (docs/behaviour/messages.md#deleting-messages)", () => {
  test("a deleted message is gone with everything that belongs to it, and everybody in the channel is told", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await realm.mark("bob", "add", "starred", [id]);
    await realm.request("carol", addReaction, { message_id: id, emoji_name: "smile" });
    await realm.request("alice", deleteMessage, { message_id: id });
    expect(await realm.ids("bob")).toEqual([]);
    const { starred_messages: starred, unread_msgs: unread } = await realm.register("bob");
    expect([starred, unread.count]).toEqual([[], 0]);
    const [event] = await realm.eventsOf("delete_message");
    expect(event).toMatchObject({
      audience: { to: "users", ids: [1, 2, 3, 4] },
      slots: 1,
      event: { message_ids: [id], message_type: "stream", stream_id: 1, topic: "t" },
    });
    await expect(realm.request("alice", deleteMessage, { message_id: id })).rejects.toThrow(
      "Invalid message(s)",
    );
  });

  test("a message that is deleted in a direct conversation is gone for its participants", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.direct("alice", [3]);
    await realm.request("alice", deleteMessage, { message_id: id });
    const [event] = await realm.eventsOf("delete_message");
    expect(event?.audience).toEqual({ to: "users", ids: [1, 3] });
    expect(event?.event).toEqual({
      type: "delete_message",
      message_ids: [id],
      message_type: "private",
    });
  });

  test("administrators and those whom the channel names may delete anybody's message", async ({
    expect,
  }) => {
    const realm = world().realm();
    const ids = [await realm.send("alice"), await realm.send("alice")];
    realm.data.setUser(2, { role: 200 });
    await realm.request("bob", deleteMessage, { message_id: ids[0] ?? 0 });
    realm.data.setChannel(1, {
      permissions: {
        can_send_message_group: groups.everyone,
        can_delete_any_message_group: groups.members,
      },
    });
    await realm.request("carol", deleteMessage, { message_id: ids[1] ?? 0 });
    expect(await realm.ids("alice")).toEqual([]);
    expect(await realm.eventsOf("delete_message")).toHaveLength(2);
  });
});
