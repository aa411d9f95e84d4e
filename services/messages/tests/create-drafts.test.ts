import { createDrafts } from "@team-chat/contract";
import { afterAll, beforeAll, test } from "vitest";

import { World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const draft = { type: "stream" as const, to: [1], topic: "t", content: "a" };
const off = { settings: { enable_drafts_synchronization: false } };

test.for([
  ["with an id", { ...draft, id: 1 }, "id"],
  ["with blank content", { ...draft, content: " " }, 'draft["content"] cannot be blank'],
  ["for no channel", { ...draft, to: [] }, "Must specify exactly 1 channel ID"],
  ["for a channel unseen", { ...draft, to: [3] }, "Invalid channel ID"],
  ["of before time", { ...draft, timestamp: -1 }, "Timestamp must not be negative."],
  ["for nobody known", { ...draft, type: "private", to: [77] }, "Invalid user ID 77"],
  ["with null bytes", { ...draft, topic: "a\0" }, "Topic must not contain null bytes"],
] as const)(
  "a draft %s is refused (reference/behaviour.md §16.1)",
  async ([, written, message], { expect }) => {
    const realm = world.realm();
    const asked = realm.request(2, createDrafts, { drafts: [draft, written] as never });
    await expect(asked).rejects.toThrow(message);
    expect((await realm.register(2)).drafts).toEqual([]);
  },
);

test("drafts are refused for those who keep them elsewhere (reference/behaviour.md §16.1)", async ({
  expect,
}) => {
  const realm = world.realm();
  realm.data.setUser(2, off);
  const asked = realm.request(2, createDrafts, { drafts: [draft] });
  await expect(asked).rejects.toThrow("User has disabled synchronizing drafts.");
});

test("drafts are kept for their writer, whose clients alone are told (reference/behaviour.md §16.1)", async ({
  expect,
}) => {
  const realm = world.realm();
  const to = [2, 3];
  const direct = { type: "private" as const, to, topic: "x", content: "b\n", timestamp: 5 };
  const { ids } = await realm.request(2, createDrafts, { drafts: [draft, direct] });
  const [event] = await realm.eventsOf("drafts");
  expect(event).toMatchObject({
    audience: { to: "users", ids: [2] },
    event: {
      op: "add",
      drafts: [
        { ...draft, id: ids[0] },
        { id: ids[1], type: "private", to: [3], topic: "", content: "b", timestamp: 5 },
      ],
    },
  });
  expect((await realm.register(2)).drafts).toMatchObject([{ id: ids[0] }, { id: ids[1] }]);
  expect((await realm.register(3)).drafts).toEqual([]);
});
