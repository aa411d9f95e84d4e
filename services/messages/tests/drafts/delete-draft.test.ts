import { createDrafts, deleteDraft } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

const draft = { type: "stream" as const, to: [1], topic: "t", content: "a" };
const off = { settings: { enable_drafts_synchronization: false } };

test("a draft that is not one's own cannot be deleted (docs/behaviour/drafts-and-scheduled.md#drafts)", async ({
  expect,
}) => {
  const realm = world().realm();
  const { ids } = await realm.request("carol", createDrafts, { drafts: [draft] });
  const asked = realm.request("bob", deleteDraft, { draft_id: ids[0] ?? 0 });
  await expect(asked).rejects.toMatchObject({ message: "Draft does not exist" });
  realm.data.setUser(3, off);
  const elsewhere = realm.request("carol", deleteDraft, { draft_id: ids[0] ?? 0 });
  await expect(elsewhere).rejects.toThrow("User has disabled synchronizing drafts.");
});

test("a deleted draft is gone, and its writer is told (docs/behaviour/drafts-and-scheduled.md#drafts)", async ({
  expect,
}) => {
  const realm = world().realm();
  const { ids } = await realm.request("bob", createDrafts, { drafts: [draft] });
  await realm.request("bob", deleteDraft, { draft_id: ids[0] ?? 0 });
  const [, event] = await realm.eventsOf("drafts");
  expect(event?.audience).toEqual({ to: "users", ids: [2] });
  expect(event?.event).toEqual({ type: "drafts", op: "remove", draft_id: ids[0] });
  expect((await realm.register("bob")).drafts).toEqual([]);
});
