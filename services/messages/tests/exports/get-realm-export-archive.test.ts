import { createRealmExport } from "@team-chat/contract";
import { Archive, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm, Who } from "../realm.ts";
import { World } from "../world.ts";
import { Exports, notAdministrator } from "./exports.ts";

const world = useWorld(() => World.create());
const exports = () => new Exports(world());

describe("GET /export/realm/{export_id}/archive (docs/behaviour/organization.md#exports)", () => {
  test("an archive is there for administrators of its organization only, once it is done", async ({
    expect,
  }) => {
    const realm = exports().realm();
    await realm.send("bob", { content: "for everybody" });
    const { id } = await realm.request("alice", createRealmExport, {});
    const answer = async (of: Realm, who: Who) => {
      const response = await exports().download(of, who, id);
      return [response.status, await response.json()];
    };
    const missing = { code: "BAD_REQUEST", msg: "File not found." };
    expect(await answer(realm, "alice")).toMatchObject([404, missing]);
    await world().runExports();
    const { code, message: msg } = notAdministrator;
    expect(await answer(realm, "bob")).toMatchObject([400, { code, msg }]);
    expect(await answer(exports().realm(), "alice")).toMatchObject([404, missing]);
    const response = await exports().download(realm, "alice", id);
    expect(response.headers.get("content-type")).toBe("application/zip");
    const archive = await Archive.read(new Uint8Array(await response.arrayBuffer()));
    expect(archive.rows("messages")).toMatchObject([{ content: "for everybody", sender_id: 2 }]);
  });
});
