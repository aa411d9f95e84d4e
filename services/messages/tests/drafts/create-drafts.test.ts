import {
  createDrafts,
  deleteDraft,
  listDrafts,
  listLimits,
  storedLimits,
} from "@team-chat/contract";
import { recordQueries, useWorld, withAnyParams } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

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
  "a draft %s is refused (docs/behaviour/drafts-and-scheduled.md#drafts)",
  async ([, written, message], { expect }) => {
    const realm = world().realm();
    const asked = realm.request("bob", withAnyParams(createDrafts), { drafts: [draft, written] });
    await expect(asked).rejects.toThrow(message);
    expect((await realm.register("bob")).drafts).toEqual([]);
  },
);

test("drafts are refused for those who keep them elsewhere (docs/behaviour/drafts-and-scheduled.md#drafts)", async ({
  expect,
}) => {
  const realm = world().realm();
  realm.data.setUser(2, off);
  const asked = realm.request("bob", createDrafts, { drafts: [draft] });
  await expect(asked).rejects.toThrow("User has disabled synchronizing drafts.");
});

test("drafts are kept, and their writer alone is told (docs/behaviour/drafts-and-scheduled.md#drafts)", async ({
  expect,
}) => {
  const realm = world().realm();
  const to = [2, 3];
  const direct = { type: "private" as const, to, topic: "x", content: "b\n", timestamp: 5 };
  const { ids } = await realm.request("bob", createDrafts, { drafts: [draft, direct] });
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
  expect((await realm.register("bob")).drafts).toMatchObject([{ id: ids[0] }, { id: ids[1] }]);
  expect((await realm.register("carol")).drafts).toEqual([]);
});

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...draft, content: `draft ${at}` }));

test("many drafts are stored by one statement, in order, and told of by one event", async ({
  expect,
}) => {
  const realm = world().realm();
  const drafts = many(listLimits.drafts);
  let ids: readonly number[] = [];
  const texts = await recordQueries({
    counts: () => true,
    work: async () => {
      ({ ids } = await realm.request("bob", createDrafts, { drafts }));
    },
  });
  expect(texts.filter((text) => text.includes("insert into draft "))).toHaveLength(1);
  const events = await realm.eventsOf("drafts");
  expect(events).toHaveLength(1);
  const expected = drafts.map((one, at) => ({ ...one, id: ids[at] }));
  expect(events[0]?.event["drafts"]).toMatchObject(expected);
  const { drafts: kept } = await realm.request("bob", listDrafts, {});
  expect(kept.toSorted((a, b) => a.id - b.id)).toMatchObject(expected);
});

test("more drafts than a request may bring are refused, and none is stored", async ({ expect }) => {
  const realm = world().realm();
  const asked = realm.request("bob", createDrafts, { drafts: many(listLimits.drafts + 1) });
  await expect(asked).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: "drafts is too long (limit: 200 items)",
  });
  expect((await realm.register("bob")).drafts).toEqual([]);
});

test("nobody has more drafts than are shown, also when they come at the same time", async ({
  expect,
}) => {
  const realm = world().realm();
  const { most } = storedLimits.draftsOfUser;
  for (let count = 0; count < most - 3; count += listLimits.drafts)
    await realm.request("bob", createDrafts, {
      drafts: many(Math.min(listLimits.drafts, most - 3 - count)),
    });
  const asked = Array.from({ length: 8 }, () =>
    realm.request("bob", createDrafts, { drafts: [draft] }),
  );
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  const refused = realm.request("bob", createDrafts, { drafts: [draft] });
  await expect(refused).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: "There can be at most 1000 drafts.",
  });
  const { drafts } = await realm.request("bob", listDrafts, {});
  expect(drafts).toHaveLength(most);
  await realm.request("carol", createDrafts, { drafts: [draft] });
  await realm.request("bob", deleteDraft, { draft_id: drafts[0]?.id ?? 0 });
  await realm.request("bob", createDrafts, { drafts: [draft] });
});
