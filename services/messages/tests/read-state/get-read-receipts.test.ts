import { getReadReceipts } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

test("receipts need the setting and access to the message (docs/behaviour/messages.md#read-receipts)", async ({
  expect,
}) => {
  const realm = world().realm();
  const id = await realm.direct("alice", [3]);
  const asked = realm.request("bob", getReadReceipts, { message_id: id });
  await expect(asked).rejects.toThrow("Invalid message(s)");
  realm.data.setSetting("enable_read_receipts", false);
  const own = realm.request("alice", getReadReceipts, { message_id: id });
  await expect(own).rejects.toThrow("Read receipts are disabled in this organization.");
});

test("receipts name who has read it, but not the sender (docs/behaviour/messages.md#read-receipts)", async ({
  expect,
}) => {
  const realm = world().realm();
  const id = await realm.send("alice", { read_by_sender: true });
  for (const userId of [2, 3]) await realm.mark(userId, "add", "read", [id]);
  realm.data.setUser(3, { settings: { send_read_receipts: false } });
  const { user_ids: readers } = await realm.request("guest", getReadReceipts, { message_id: id });
  expect(readers).toEqual([2]);
});

test("receipts leave out whom the viewer muted and who muted the viewer, until the mute ends", async ({
  expect,
}) => {
  const realm = world().realm();
  const id = await realm.send("alice");
  const people = [1, 2, 3, 4] as const;
  for (const userId of people.slice(1)) await realm.mark(userId, "add", "read", [id]);
  const seenBy = async (viewer: number) =>
    (await realm.request(viewer, getReadReceipts, { message_id: id })).user_ids;
  realm.data.setUser(2, { settings: { muted_users: [3] } });
  expect(await Promise.all(people.map(seenBy))).toEqual([
    [2, 3, 4],
    [2, 4],
    [3, 4],
    [2, 3, 4],
  ]);
  realm.data.setUser(2, { settings: { muted_users: [] } });
  expect(await Promise.all(people.map(seenBy))).toEqual(people.map(() => [2, 3, 4]));
});
