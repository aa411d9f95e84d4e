import { createRealmExport, listRealmExports, startExport } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Exports, notAdministrator } from "./exports.ts";

const world = useWorld(() => World.create());
const exports = () => new Exports(world());

describe("GET /export/realm (docs/behaviour/organization.md#exports)", () => {
  test("nobody but administrators sees exports", async ({ expect }) => {
    const realm = exports().realm();
    await expect(realm.request("bob", listRealmExports, {})).rejects.toMatchObject(
      notAdministrator,
    );
  });

  test("an export is pending until it is done, and then has the address of its archive", async ({
    expect,
  }) => {
    const realm = exports().realm();
    const { id } = await realm.request("alice", createRealmExport, {});
    const one = { id, acting_user_id: 1, export_type: "public", deleted_timestamp: null };
    expect(await exports().list(realm)).toMatchObject([
      { ...one, pending: true, export_url: null },
    ]);
    await world().runExports();
    expect(await exports().list(realm)).toMatchObject([
      { ...one, pending: false, failed_timestamp: null },
    ]);
    const [done] = await exports().list(realm);
    expect(done?.export_url).toMatch(new RegExp(`/api/v1/export/realm/${id}/archive$`));
    expect(await exports().list(exports().realm())).toEqual([]);
  });

  test("an export for the operator is listed without anybody who asked for it", async ({
    expect,
  }) => {
    const realm = exports().realm();
    const about = { realmId: realm.id };
    const operator = { kind: "service", name: "users" } as const;
    const input = { ...about, type: "full_without_consent" } as const;
    await world().pool.call(startExport, operator, input, about);
    await world().runExports();
    expect(await exports().list(realm)).toMatchObject([
      { acting_user_id: null, export_type: "full_without_consent", pending: false },
    ]);
  });

  test("an export that cannot be made is tried five times, and then given up", async ({
    expect,
  }) => {
    const realm = exports().realm();
    await realm.request("alice", createRealmExport, {});
    realm.data.onExport = () => Promise.reject(new Error("broken on purpose"));
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(await exports().list(realm)).toMatchObject([
        { pending: true, failed_timestamp: null },
      ]);
      exports().later(tries * 31_000);
      await world().runExports();
    }
    expect(await exports().list(realm)).toMatchObject([
      { pending: false, failed_timestamp: expect.any(Number), export_url: null },
    ]);
  });
});
