import {
  beginLegalHold,
  beginOperatorHold,
  closeLegalHolds,
  countLegalHolds,
  deleteRealmOperations,
  deletionSteps,
  endLegalHold,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const users = { kind: "service", name: "users" } as const;
let realm: Realm;

beforeEach(() => {
  realm = openRealm();
});

function openRealm(): Realm {
  const opened = world().realm();
  opened.data.setUser(1, { role: 100 });
  return opened;
}

const about = (of: Realm) => ({ realmId: of.id });
const begin = (of = realm) =>
  of.request("alice", beginLegalHold, { reason: "case 7", stream_id: 1 });
const beginAsOperator = (of = realm) => {
  const hold = { ...about(of), key: "support", reason: "case 8", userId: 2 };
  return world().pool.call(beginOperatorHold, users, hold, about(of));
};
const close = (of = realm) => world().pool.call(closeLegalHolds, users, about(of), about(of));
const count = async () =>
  (await world().pool.call(countLegalHolds, users, about(realm), about(realm))).count;

const tooLate = { code: "BAD_REQUEST", message: "The organization is being deleted." };

describe("legal holds of an organization that is deleted (docs/behaviour/moderation.md#legal-holds)", () => {
  test("nothing is closed while a hold is on, and others begin and end as before", async ({
    expect,
  }) => {
    const { id: hold_id } = await begin();
    expect(await close()).toEqual({ count: 1 });
    await beginAsOperator();
    expect(await close()).toEqual({ count: 2 });
    await realm.request("alice", endLegalHold, { hold_id });
    await begin();
    expect(await count()).toBe(2);
  });

  test("no hold begins from when the deletion begins until everything is gone, whoever asks", async ({
    expect,
  }) => {
    const refuses = async () => {
      await expect(begin()).rejects.toMatchObject(tooLate);
      await expect(beginAsOperator()).rejects.toMatchObject(tooLate);
    };
    await realm.send("alice");
    expect(await close()).toEqual({ count: 0 });
    expect(await close(), "it may be repeated").toEqual({ count: 0 });
    await refuses();
    for (const step of deletionSteps) {
      await refuses();
      const asked = { ...about(realm), step };
      const { messages: deleteRealm } = deleteRealmOperations;
      while (!(await world().pool.call(deleteRealm, users, asked, about(realm))).isDone)
        await refuses();
    }
    expect(await count()).toBe(0);
  });

  test("a hold and a deletion that begin at the same moment never miss each other", async ({
    expect,
  }) => {
    for (let round = 0; round < 30; round += 1) {
      const each = openRealm();
      const first = round % 2 === 0 ? close(each) : null;
      const [begun, closed] = await Promise.allSettled([begin(each), first ?? close(each)]);
      const isHeld = begun.status === "fulfilled";
      expect([isHeld, closed]).toEqual([
        isHeld,
        { status: "fulfilled", value: { count: isHeld ? 1 : 0 } },
      ]);
      if (!isHeld) expect(begun.reason).toMatchObject(tooLate);
    }
  });
});
