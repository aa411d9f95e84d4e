import { createRealmExport, deleteRealmExport } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Exports, notAdministrator } from "./exports.ts";

const world = useWorld(() => World.create());
const exports = () => new Exports(world());

describe("DELETE /export/realm/{export_id} (docs/behaviour/organization.md#exports)", () => {
  test("nobody but administrators deletes exports, and only those that are done", async ({
    expect,
  }) => {
    const realm = exports().realm();
    const remove = (who: "alice" | "bob", export_id: number) =>
      realm.request(who, deleteRealmExport, { export_id });
    const { id } = await realm.request("alice", createRealmExport, {});
    const refused = async (export_id: number, message: string) => {
      const refusal = { code: "BAD_REQUEST", message };
      await expect(remove("alice", export_id)).rejects.toMatchObject(refusal);
    };
    await refused(id, "Export cannot be deleted until complete");
    await refused(id + 1000, "Invalid data export ID");
    await world().runExports();
    await expect(remove("bob", id)).rejects.toMatchObject(notAdministrator);
    await remove("alice", id);
    await refused(id, "Export already deleted");
    expect((await realm.eventsOf("realm_export")).at(-1)?.event).toMatchObject({
      exports: [{ id, deleted_timestamp: expect.any(Number), export_url: null, pending: false }],
    });
    expect((await exports().download(realm, "alice", id)).status).toBe(404);
  });

  test("an archive is deleted after thirty days, and its bytes with it", async ({ expect }) => {
    const realm = exports().realm();
    await realm.request("alice", createRealmExport, {});
    await world().runExports();
    exports().later(29 * 86_400_000);
    await world().runExports();
    expect((await exports().list(realm))[0]?.deleted_timestamp).toBeNull();
    exports().later(31 * 86_400_000);
    await world().runExports();
    expect((await exports().list(realm))[0]?.deleted_timestamp).not.toBeNull();
    const pieces = `${realm.id}/`;
    expect(await world().storedPaths(pieces)).not.toEqual([]);
    await world().cleanFiles();
    expect(await world().storedPaths(pieces)).toEqual([]);
  });
});
