import { deleteLegalHoldExport, exportLegalHold } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { HoldExports, notOwner } from "./hold-exports.ts";

const world = useWorld(() => World.create());
const exports = () => new HoldExports(world());
let realm: Realm;

beforeEach(() => {
  realm = exports().realm();
});

const remove = (id: number, who: "alice" | "bob" = "alice") =>
  realm.request(who, deleteLegalHoldExport, { export_id: id });

describe("deleting an export of a legal hold (docs/legal-holds.md#asking-for-an-export)", () => {
  test("deleting an export is for owners, of one that there is, and once it has ended", async ({
    expect,
  }) => {
    const holdId = await exports().begin(realm, { user_id: 3 });
    const { id } = await realm.request("alice", exportLegalHold, { hold_id: holdId });
    await expect(remove(id, "bob")).rejects.toMatchObject(notOwner);
    await expect(remove(id)).rejects.toThrow(
      "The export is under way: it can be deleted when it has ended.",
    );
    await expect(remove(999_999)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "There is no such export of a legal hold.",
    });
  });

  test("a deleted export is gone, with its bytes", async ({ expect }) => {
    await exports().fetch(realm, await exports().begin(realm, { user_id: 3 }));
    const [done] = await exports().list(realm);
    await remove(done?.id ?? 0);
    expect(await exports().list(realm)).toEqual([]);
    await world().cleanFiles();
    expect(await world().storedPaths(`${realm.id}/`)).toEqual([]);
    await expect(remove(done?.id ?? 0)).rejects.toThrow("There is no such export of a legal hold.");
  });
});
