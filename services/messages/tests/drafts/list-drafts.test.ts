import { createDrafts, listDrafts } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

const draft = { type: "stream" as const, to: [1], topic: "t", content: "a" };
const off = { settings: { enable_drafts_synchronization: false } };

test("drafts are not listed for those who keep them elsewhere (docs/behaviour/drafts-and-scheduled.md#drafts)", async ({
  expect,
}) => {
  const realm = world().realm();
  realm.data.setUser(2, off);
  const asked = realm.request("bob", listDrafts, {});
  await expect(asked).rejects.toThrow("User has disabled synchronizing drafts.");
});

test("drafts are listed most recently edited first (docs/behaviour/drafts-and-scheduled.md#drafts)", async ({
  expect,
}) => {
  const realm = world().realm();
  const drafts = [
    { ...draft, timestamp: 5 },
    { ...draft, timestamp: 9 },
  ];
  const { ids } = await realm.request("bob", createDrafts, { drafts });
  const listed = await realm.request("bob", listDrafts, {});
  expect(listed.count).toBe(2);
  expect(listed.drafts).toEqual([
    { ...draft, timestamp: 9, id: ids[1] },
    { ...draft, timestamp: 5, id: ids[0] },
  ]);
  expect((await realm.request("carol", listDrafts, {})).count).toBe(0);
});
