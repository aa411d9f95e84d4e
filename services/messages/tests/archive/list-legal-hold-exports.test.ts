import { endLegalHold, exportLegalHold, startHoldExport } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { HoldExports, notOwner } from "./hold-exports.ts";

const world = useWorld(() => World.create());
const exports = () => new HoldExports(world());
const dayMs = 86_400_000;
let realm: Realm;

beforeEach(() => {
  world().clock.aheadMs = 0;
  realm = exports().realm();
});

describe("GET /legal_holds/exports (docs/legal-holds.md#asking-for-an-export)", () => {
  test("listing exports of legal holds is for owners", async ({ expect }) => {
    await expect(exports().list(realm, "bob")).rejects.toMatchObject(notOwner);
  });

  test("an export waits, is done, and is gone seven days later", async ({ expect }) => {
    const holdId = await exports().begin(realm, { user_id: 3 });
    await realm.send("carol");
    const { id } = await realm.request("alice", exportLegalHold, { hold_id: holdId });
    const waiting = {
      id,
      hold_id: holdId,
      asked_by: 1,
      asked_at: expect.any(Number),
      state: "waiting",
      cut_at: null,
      records: 0,
      files: 0,
      bytes: 0,
      root: null,
      kept_until: null,
      archive_url: null,
    };
    expect(await exports().list(realm)).toEqual([waiting]);
    await world().runExports();
    const [done] = await exports().list(realm);
    expect(done).toMatchObject({
      ...waiting,
      state: "done",
      cut_at: expect.any(Number),
      records: 1,
      bytes: expect.any(Number),
      root: expect.stringMatching(/^[\da-f]{64}$/),
      kept_until: expect.any(Number),
      archive_url: expect.stringContaining("http://localhost/api/v1/legal_holds/archives/"),
    });
    expect((await world().storedPaths(`${realm.id}/`)).length).toBeGreaterThan(0);
    world().clock.aheadMs = 8 * dayMs;
    await world().runExports();
    expect(await exports().list(realm)).toEqual([]);
    await world().cleanFiles();
    expect(await world().storedPaths(`${realm.id}/`)).toEqual([]);
  });

  test("an export that fails again and again is given up, and says so", async ({ expect }) => {
    const holdId = await exports().begin(realm, { user_id: 3 });
    await realm.request("alice", exportLegalHold, { hold_id: holdId });
    realm.data.onExport = () => Promise.reject(new Error("Out of order."));
    for (let tries = 1; tries <= 5; tries += 1) {
      world().clock.aheadMs = tries * 60_000;
      await world().runExports();
    }
    expect(await exports().list(realm)).toMatchObject([
      { state: "failed", archive_url: null, root: null },
    ]);
    // Then there is room for another.
    realm.data.onExport = undefined;
    await exports().fetch(realm, holdId);
  });

  test("owners know nothing of exports that operators asked for, nor are they in each other's way", async ({
    expect,
  }) => {
    const holdId = await exports().begin(realm, { user_id: 3 });
    const about = { realmId: realm.id };
    const service = { kind: "service", name: "users" } as const;
    const asked = { ...about, key: "console", holdId };
    await world().pool.call(startHoldExport, service, asked, about);
    expect(await exports().list(realm)).toEqual([]);
    await exports().fetch(realm, holdId);
    await realm.request("alice", endLegalHold, { hold_id: holdId });
    expect(await exports().list(realm)).toHaveLength(1);
  });
});
