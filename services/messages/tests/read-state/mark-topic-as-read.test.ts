import { markTopicAsRead } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

test("a topic of a channel that one may not read cannot be marked (docs/behaviour/unread.md#marking-as-read)", async ({
  expect,
}) => {
  const realm = world().realm();
  const asked = realm.request("bob", markTopicAsRead, { stream_id: 3, topic_name: "t" });
  await expect(asked).rejects.toThrow("Invalid channel ID");
});

test("one topic is read in any letter case, and clients told (docs/behaviour/unread.md#marking-as-read)", async ({
  expect,
}) => {
  const realm = world().realm();
  const ids = [await realm.send("alice"), await realm.send("carol", { topic: "T" })];
  const other = await realm.send("alice", { topic: "u" });
  await realm.request("bob", markTopicAsRead, { stream_id: 1, topic_name: "t" });
  expect(await realm.ids("bob", [["is", "unread"]])).toEqual([other]);
  const [event] = await realm.eventsOf("update_message_flags");
  expect(event?.audience).toEqual({ to: "users", ids: [2] });
  expect(event?.event).toMatchObject({ op: "add", flag: "read", messages: ids, all: false });
});
