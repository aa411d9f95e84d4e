import { beginLegalHold, deleteMessage, endLegalHold } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { archivedIds } from "./archived-ids.ts";

const world = useWorld(() => World.create());
let realm: Realm;

beforeEach(() => {
  world().clock.aheadMs = 0;
  realm = world().realm();
  realm.data.setUser(1, { role: 100 });
  realm.data.setUser(2, { role: 200 });
});

describe("ending a legal hold (docs/behaviour/moderation.md#legal-holds)", () => {
  test("ending a legal hold is for owners, and of one that is on", async ({ expect }) => {
    const hold = { user_id: 3, reason: "case 7" };
    const { id: hold_id } = await realm.request("alice", beginLegalHold, hold);
    await expect(realm.request("bob", endLegalHold, { hold_id })).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
    });
    await realm.request("alice", endLegalHold, { hold_id });
    const none = "There is no such legal hold, or it has ended.";
    for (const id of [hold_id, 999_999])
      await expect(realm.request("alice", endLegalHold, { hold_id: id })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: none,
      });
    await expect(realm.request("alice", beginLegalHold, hold)).resolves.toMatchObject({});
  });

  test("what was deleted long ago goes when its last hold has ended", async ({ expect }) => {
    const id = await realm.send("carol");
    const begin = (of: object) =>
      realm.request("alice", beginLegalHold, { reason: "case 7", ...of });
    const holds = [await begin({ user_id: 3 }), await begin({ stream_id: 1 })];
    await realm.request("alice", deleteMessage, { message_id: id });
    for (const [at, hold] of holds.entries()) {
      await world().daysLater(40 + at);
      expect(await archivedIds(world(), realm)).toEqual([id]);
      await realm.request("alice", endLegalHold, { hold_id: hold.id });
    }
    await world().daysLater(50);
    expect(await archivedIds(world(), realm)).toEqual([]);
  });
});
