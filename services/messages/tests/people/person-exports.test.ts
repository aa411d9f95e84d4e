import {
  addReaction,
  createDrafts,
  deleteMessage,
  listPersonExports,
  personKinds,
  readPersonExport,
  removePersonExport,
  startPersonExport,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { Archive, useWorld } from "@team-chat/testkit";
import { describe, onTestFinished, test } from "vitest";

import { personTables } from "../../src/queries/exports/person-tables.ts";
import { Files } from "../files/files.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const service = { kind: "service", name: "users" } as const;

async function begin(realm: Realm, userId: number) {
  const about = { realmId: realm.id };
  const input = { ...about, userId, key: "console" };
  return (await world().pool.call(startPersonExport, service, input, about)).export;
}

async function listed(realm: Realm) {
  const about = { realmId: realm.id };
  return (await world().pool.call(listPersonExports, service, about, about)).exports;
}

function remove(realm: Realm, id: number) {
  const about = { realmId: realm.id };
  return world().pool.call(removePersonExport, service, { ...about, id }, about);
}

async function read(realm: Realm, id: number): Promise<Archive> {
  const about = { realmId: realm.id };
  const input = { ...about, id, first: 0, last: 1e9 };
  const { bytes } = await world().pool.call(readPersonExport, service, input, about);
  return Archive.read(Buffer.concat(bytes));
}

describe("exports of one person's data (docs/export.md#what-is-a-persons)", () => {
  test("an archive that is not there is not read, and an export that has not ended is not deleted", async ({
    expect,
  }) => {
    const realm = world().realm();
    await expect(read(realm, 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { id } = await begin(realm, 1);
    const refused = {
      code: "BAD_REQUEST",
      message: `There is no export ${id} of a person that has ended.`,
    };
    await expect(remove(realm, id)).rejects.toMatchObject(refused);
    await expect(read(realm, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await listed(realm)).toMatchObject([{ id, state: "waiting" }]);
  });

  test("a person's archive has the person's own messages, files and what belongs to them, and nobody else's", async ({
    expect,
  }) => {
    const realm = world().realm();
    const files = new Files(world());
    const url = await files.keep(realm, 1, { name: "notes.txt", text: "what alice keeps" });
    const foreign = await files.keep(realm, 2, { name: "bob.txt", text: "what bob keeps" });
    const own = await realm.send("alice", { content: `see [it](${url})` });
    const gone = await realm.send("alice", { content: "taken back by alice" });
    await realm.request("alice", deleteMessage, { message_id: gone });
    const others = await realm.send("bob", { content: `secret of bob [it](${foreign})` });
    await realm.request("alice", addReaction, { message_id: others, emoji_name: "heart" });
    await realm.request("bob", addReaction, { message_id: own, emoji_name: "tada" });
    const direct = await realm.direct("alice", [2], "between us");
    for (const who of ["alice", "bob"] as const)
      await realm.request(who, createDrafts, {
        drafts: [{ type: "stream", to: [1], topic: `later ${who}`, content: "not yet" }],
      });
    const { id } = await begin(realm, 1);
    expect((await begin(realm, 1)).id).toBe(id);
    await world().runExports();
    const archive = await read(realm, id);
    expect(JSON.parse(archive.text("export.json"))).toMatchObject({
      format: 1,
      organization_id: realm.id,
      export_type: "person",
      user_id: 1,
    });
    expect(archive.rows("messages").map((row) => row["id"])).toEqual([own, direct]);
    expect(archive.rows("deleted_messages")).toMatchObject([
      { id: gone, content: "taken back by alice" },
    ]);
    expect(archive.rows("reactions")).toMatchObject([{ message_id: others, emoji_name: "heart" }]);
    expect(archive.rows("drafts")).toMatchObject([{ user_id: 1, topic: "later alice" }]);
    expect(new Set(archive.rows("received").map((row) => row["user_id"]))).toEqual(new Set([1]));
    expect(archive.rows("people").map((row) => row["user_id"])).toEqual([1]);
    const [file, ...rest] = archive.rows("files");
    expect([file?.["name"], rest]).toEqual(["notes.txt", []]);
    expect(archive.text(`files/${String(file?.["path_id"])}`)).toBe("what alice keeps");
    expect(archive.rows("file_links")).toEqual([{ message_id: own, attachment_id: file?.["id"] }]);
    const kinds = Object.values(personKinds).flat();
    const summary = JSON.parse(archive.text("summary.json")) as { rows: Record<string, number> };
    expect(Object.keys(summary.rows).toSorted()).toEqual(kinds.toSorted());
    for (const kind of kinds) expect(archive.text(`${kind}.ndjson`)).not.toContain("secret of bob");
    expect(await listed(realm)).toMatchObject([
      { id, userId: 1, askedKey: "console", state: "done", tries: 1, files: 1 },
    ]);
  });

  test("an export of a person is kept for seven days, or until an operator deletes it", async ({
    expect,
  }) => {
    const realm = world().realm();
    const [first, second] = [await begin(realm, 1), await begin(realm, 2)];
    await world().runExports();
    await remove(realm, first.id);
    expect(await listed(realm)).toMatchObject([{ id: second.id, state: "done" }]);
    await expect(read(realm, first.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { clock } = world();
    clock.aheadMs = 604_800_000 + 60_000;
    onTestFinished(() => {
      clock.aheadMs = 0;
    });
    await world().runExports();
    expect(await listed(realm)).toEqual([]);
  });

  test("an organization has at most a hundred exports of people", async ({ expect }) => {
    const realm = world().realm();
    const { id } = await begin(realm, 1);
    await world().runExports();
    await world().db.query(sql.unsafe`
      insert into person_export (realm_id, user_id, asked_key, state, requested_at, due_at, finished_at)
      select realm_id, user_id, asked_key, state, requested_at, due_at, finished_at
      from person_export cross join generate_series(1, 99) where realm_id = ${realm.id} and id = ${id}`);
    await expect(begin(realm, 101)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "There are 100 exports of people: delete one of them first.",
    });
    await remove(realm, id);
    expect((await begin(realm, 101)).userId).toBe(101);
    expect(await listed(realm)).toHaveLength(100);
  });

  test("exports of people have the kinds of this service that are promised", ({ expect }) => {
    expect(personTables.map(({ kind }) => kind).toSorted()).toEqual(
      personKinds.messages.toSorted(),
    );
  });
});
