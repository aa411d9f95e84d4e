import { listEntries } from "@team-chat/audit";
import { audienceTest, createRealmExport } from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Exports, notAdministrator } from "./exports.ts";

const world = useWorld(() => World.create());
const everyEntry = {
  before: null,
  sinceMs: null,
  actorId: null,
  operation: null,
  object: null,
  limit: 100,
};
const exports = () => new Exports(world());

describe("POST /export/realm (docs/behaviour/organization.md#exports)", () => {
  test("nobody but administrators has the organization exported", async ({ expect }) => {
    const realm = exports().realm();
    await expect(realm.request("bob", createRealmExport, {})).rejects.toMatchObject(
      notAdministrator,
    );
    expect(await exports().list(realm)).toEqual([]);
  });

  test("an unknown type, private data without consent, a second one at a time and a sixth within a week are refused", async ({
    expect,
  }) => {
    const realm = exports().realm();
    const ask = (type?: string) =>
      realm.request(
        "alice",
        withAnyParams(createRealmExport),
        type === undefined ? {} : { export_type: type },
      );
    await expect(ask("3")).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Invalid export_type",
    });
    await expect(ask("full_without_consent")).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Private data without consent can be exported by whoever operates the server only.",
    });
    const underWay = { message: "An export of this organization is under way." };
    for (const type of ["1", "2", "public", "full_with_consent", undefined]) {
      await ask(type);
      await expect(ask()).rejects.toMatchObject(underWay);
      await world().runExports();
    }
    expect((await exports().list(realm)).map((one) => one.export_type)).toEqual([
      "public",
      "full_with_consent",
      "public",
      "full_with_consent",
      "public",
    ]);
    await expect(ask()).rejects.toMatchObject({ message: "Exceeded rate limit." });
    exports().later(7 * 86_400_000 + 1000);
    await ask();
    await world().runExports();
  });

  test("an export is made in the background, and administrators hear when it was asked for and when it is done", async ({
    expect,
  }) => {
    const realm = exports().realm();
    const { id } = await realm.request("alice", createRealmExport, { export_type: "public" });
    await world().runExports();
    const entries = await listEntries(world().db, { ...everyEntry, realmId: realm.id });
    expect(entries.map(({ actor, changes }) => ({ actor, changes })).at(-1)).toEqual({
      actor: expect.objectContaining({ user_id: 1 }),
      changes: [
        { object: "export", key: { id }, after: expect.objectContaining({ type: "public" }) },
      ],
    });
    const heard = await realm.eventsOf("realm_export");
    const one = { id, acting_user_id: 1, export_type: "public", failed_timestamp: null };
    expect(heard.map(({ event }) => event)).toMatchObject([
      { exports: [{ ...one, pending: true, export_url: null }] },
      { exports: [{ ...one, pending: false, deleted_timestamp: null }] },
    ]);
    for (const { audience } of heard)
      expect([1, 2, 3, 4, 9].filter(audienceTest(audience))).toEqual([1]);
  });
});
