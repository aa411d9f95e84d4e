import { markAllAsRead } from "@team-chat/contract";
import { afterAll, beforeAll, test } from "vitest";

import { World } from "../world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("everything received so far is read, for one user (docs/behaviour/unread.md#marking-as-read)", async ({
  expect,
}) => {
  const realm = world.realm();
  await realm.send(1);
  await realm.direct(1, [2]);
  expect(await realm.request(2, markAllAsRead, {})).toMatchObject({ complete: true });
  const later = await realm.send(1);
  expect(await realm.ids(2, [["is", "unread"]])).toEqual([later]);
  expect((await realm.register(3)).unread_msgs.count).toBe(2);
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
  const realm = world.realm();
  await realm.request(2, markAllAsRead, {});
  expect((await realm.register(2)).unread_msgs.count).toBe(0);
});
