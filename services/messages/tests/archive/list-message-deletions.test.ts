import { deleteMessage, deleteTopic, listMessageDeletions } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;

beforeEach(() => {
  realm = world().realm();
  realm.data.setUser(1, { role: 200 });
});

const list = (
  asked: Parameters<typeof realm.request<typeof listMessageDeletions.params, never>>[2] = {},
) => realm.request("alice", listMessageDeletions, asked);

const remove = (...ids: readonly number[]) =>
  Promise.all(ids.map((id) => realm.request("alice", deleteMessage, { message_id: id })));

describe("listing deletions is refused (docs/behaviour/moderation.md#what-was-deleted)", () => {
  test("listing deletions is refused to whoever is no administrator", async ({ expect }) => {
    for (const who of ["bob", "guest"] as const)
      await expect(realm.request(who, listMessageDeletions, {})).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message: "Must be an organization administrator",
      });
  });

  test("listing deletions is refused for a channel that does not exist, and for too many", async ({
    expect,
  }) => {
    await expect(list({ stream_id: 99 })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Invalid channel ID",
    });
    await expect(list({ limit: 201 })).rejects.toThrow(
      "Too many deletions requested (maximum 200).",
    );
  });
});

describe("deletions (docs/behaviour/moderation.md#what-was-deleted)", () => {
  test("deletions are listed newest first, with who deleted what and until when it is kept", async ({
    expect,
  }) => {
    const [a, b, c] = [
      await realm.send("bob"),
      await realm.send("carol", { topic: "T" }),
      await realm.send("bob", { topic: "u" }),
    ];
    await remove(c);
    await realm.request("alice", deleteTopic, { stream_id: 1, topic_name: "t" });
    const { deletions, found_oldest: isAll } = await list();
    expect(isAll).toBe(true);
    expect(deletions).toEqual([
      expect.objectContaining({
        reason: "topic",
        deleter_id: 1,
        stream_id: 1,
        topic: expect.stringMatching(/^t$/i),
        messages: 2,
        first_message_id: a,
        last_message_id: b,
      }),
      expect.objectContaining({ reason: "message", topic: "u", messages: 1, first_message_id: c }),
    ]);
    const [first] = deletions;
    expect((first?.kept_until ?? 0) - (first?.deleted_at ?? 0)).toBe(30 * 86_400);
  });

  test("deletions are found by channel, topic, deleter and time, page by page", async ({
    expect,
  }) => {
    realm.data.setMembership(1, 2);
    realm.data.setUser(2, { role: 200 });
    await remove(await realm.send("alice"), await realm.send("alice", { to: "random" }));
    const own = await realm.send("bob", { topic: "u" });
    await realm.request("bob", deleteMessage, { message_id: own });
    const all = (await list()).deletions;
    const of = async (asked: Parameters<typeof list>[0]) =>
      (await list(asked)).deletions.map(({ id }) => id);
    const where = (isOne: (one: (typeof all)[number]) => boolean) =>
      all.filter(isOne).map(({ id }) => id);
    expect(await of({ stream_id: 2 })).toEqual(where((one) => one.stream_id === 2));
    expect(await of({ topic: "U" })).toEqual(where((one) => one.topic === "u"));
    expect(await of({ stream_id: 2, topic: "u" })).toEqual([]);
    expect(await of({ deleter_id: 2 })).toEqual(where((one) => one.deleter_id === 2));
    expect(await of({ until: (all[0]?.deleted_at ?? 0) - 60 })).toEqual([]);
    expect(await of({ since: (all[2]?.deleted_at ?? 0) - 60 })).toEqual(where(() => true));
    const page = await list({ limit: 2 });
    expect(page).toMatchObject({ deletions: all.slice(0, 2), found_oldest: false });
    expect(await list({ limit: 2, anchor: all[1]?.id })).toMatchObject({
      deletions: all.slice(2),
      found_oldest: true,
    });
  });

  test("deletions of direct messages are listed where retention deleted them, without people and topic", async ({
    expect,
  }) => {
    await remove(await realm.direct("alice", [2]));
    expect((await list()).deletions).toEqual([]);
    realm.data.setSetting("message_retention_days", 3);
    await realm.direct("bob", [3]);
    await world().daysLater(4);
    expect((await list()).deletions).toMatchObject([
      { reason: "retention", deleter_id: null, stream_id: null, topic: null, messages: 1 },
    ]);
  });
});
