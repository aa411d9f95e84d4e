import { markTopicAsRead } from "@team-chat/contract";
import { afterAll, beforeAll, test } from "vitest";

import { World } from "../world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("a topic of a channel that one may not read cannot be marked (docs/behaviour/unread.md#marking-as-read)", async ({
  expect,
}) => {
  const realm = world.realm();
  const asked = realm.request(2, markTopicAsRead, { stream_id: 3, topic_name: "t" });
  await expect(asked).rejects.toThrow("Invalid channel ID");
});

test("one topic is read in any letter case, and clients told (docs/behaviour/unread.md#marking-as-read)", async ({
  expect,
}) => {
  const realm = world.realm();
  const ids = [await realm.send(1), await realm.send(3, { topic: "T" })];
  const other = await realm.send(1, { topic: "u" });
  await realm.request(2, markTopicAsRead, { stream_id: 1, topic_name: "t" });
  expect(await realm.ids(2, [["is", "unread"]])).toEqual([other]);
  const [event] = await realm.eventsOf("update_message_flags");
  expect(event?.audience).toEqual({ to: "users", ids: [2] });
  expect(event?.event).toMatchObject({ op: "add", flag: "read", messages: ids, all: false });
});
