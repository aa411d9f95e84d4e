import { markStreamAsRead } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

test("a channel that one may not read cannot be marked (docs/behaviour/unread.md#marking-as-read)", async ({
  expect,
}) => {
  const realm = world().realm();
  for (const id of [3, 99]) {
    const asked = realm.request("bob", markStreamAsRead, { stream_id: id });
    await expect(asked).rejects.toThrow("Invalid channel ID");
  }
});

test("one channel is read, and that user's clients are told (docs/behaviour/unread.md#marking-as-read)", async ({
  expect,
}) => {
  const realm = world().realm();
  realm.data.setMembership(2, 2);
  const ids = [await realm.send("alice"), await realm.send("carol", { topic: "u" })];
  const other = await realm.send("alice", { to: "random" });
  await realm.request("bob", markStreamAsRead, { stream_id: 1 });
  expect(await realm.ids("bob", [["is", "unread"]])).toEqual([other]);
  const [event] = await realm.eventsOf("update_message_flags");
  expect(event?.audience).toEqual({ to: "users", ids: [2] });
  expect(event?.event).toMatchObject({ op: "add", flag: "read", messages: ids, all: false });
});
