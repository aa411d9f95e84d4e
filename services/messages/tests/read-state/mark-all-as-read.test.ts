import { markAllAsRead } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

test("everything received so far is read, for one user (docs/behaviour/unread.md#marking-as-read)", async ({
  expect,
}) => {
  const realm = world().realm();
  await realm.send("alice");
  await realm.direct("alice", [2]);
  expect(await realm.request("bob", markAllAsRead, {})).toMatchObject({ complete: true });
  const later = await realm.send("alice");
  expect(await realm.ids("bob", [["is", "unread"]])).toEqual([later]);
  expect((await realm.register("carol")).unread_msgs.count).toBe(2);
  const [event] = await realm.eventsOf("update_message_flags");
  expect(event?.audience).toEqual({ to: "users", ids: [2] });
  expect(event?.event).toEqual({
    type: "update_message_flags",
    op: "add",
    operation: "add",
    flag: "read",
    messages: [],
    all: true,
  });
});

test("nothing is there to read in an empty organization (docs/behaviour/unread.md#marking-as-read)", async ({
  expect,
}) => {
  const realm = world().realm();
  await realm.request("bob", markAllAsRead, {});
  expect((await realm.register("bob")).unread_msgs.count).toBe(0);
});
