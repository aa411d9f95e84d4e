import { createDrafts, editDraft } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

const draft = { type: "stream" as const, to: [1], topic: "t", content: "a" };
const off = { settings: { enable_drafts_synchronization: false } };

test("a draft that is not one's own cannot be edited (docs/behaviour/drafts-and-scheduled.md#drafts)", async ({
  expect,
}) => {
  const realm = world().realm();
  const { ids } = await realm.request("carol", createDrafts, { drafts: [draft] });
  const blank = { ...draft, content: "" };
  const asked = realm.request("bob", editDraft, { draft_id: ids[0] ?? 0, draft: blank });
  await expect(asked).rejects.toMatchObject({ message: "Draft does not exist" });
  const own = realm.request("carol", editDraft, { draft_id: ids[0] ?? 0, draft: blank });
  await expect(own).rejects.toThrow('draft["content"] cannot be blank');
  realm.data.setUser(3, off);
  const elsewhere = realm.request("carol", editDraft, { draft_id: ids[0] ?? 0, draft });
  await expect(elsewhere).rejects.toThrow("User has disabled synchronizing drafts.");
});

test("an edited draft is told to its writer's clients (docs/behaviour/drafts-and-scheduled.md#drafts)", async ({
  expect,
}) => {
  const realm = world().realm();
  const { ids } = await realm.request("bob", createDrafts, { drafts: [draft] });
  const edited = { ...draft, content: "b", timestamp: 7 };
  await realm.request("bob", editDraft, { draft_id: ids[0] ?? 0, draft: edited });
  const [, event] = await realm.eventsOf("drafts");
  expect(event?.audience).toEqual({ to: "users", ids: [2] });
  expect(event?.event).toMatchObject({ op: "update", draft: { ...edited, id: ids[0] } });
  expect((await realm.register("bob")).drafts).toEqual([{ ...edited, id: ids[0] }]);
});
