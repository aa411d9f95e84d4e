import {
  addReaction,
  beginLegalHold,
  countPersonOperations,
  createDrafts,
  deleteMessage,
  endLegalHold,
  erasePersonOperations,
  findErasureFacts,
  listAttachments,
  startPersonExport,
} from "@team-chat/contract";
import { listPersonTables } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { treatedApart } from "../../src/queries/people/erased-rows.ts";
import { Files } from "../files/files.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const service = { kind: "service", name: "users" } as const;
type Messages = "keep" | "delete";

async function erase(realm: Realm, userId: number, messages: Messages): Promise<void> {
  const about = { realmId: realm.id };
  for (let isDone = false; !isDone;)
    ({ isDone } = await world().pool.call(
      erasePersonOperations.messages,
      service,
      { ...about, userId, messages },
      about,
    ));
}

/** Names the places in which something of a person is left. */
async function left(realm: Realm, userId: number, messages: Messages = "delete") {
  const about = { realmId: realm.id };
  const asked = { ...about, userId, messages };
  const { places } = await world().pool.call(countPersonOperations.messages, service, asked, about);
  return places.filter(({ count }) => count > 0).map(({ place }) => place);
}

function facts(realm: Realm, userId: number) {
  const about = { realmId: realm.id };
  return world().pool.call(findErasureFacts, service, { ...about, userId }, about);
}

/** Has alice say something, react, draft, upload, delete and be exported; and bob answer. */
async function furnish() {
  const realm = world().realm();
  realm.data.setUser(3, { role: 100 });
  const files = new Files(world());
  const url = await files.keep(realm, 1, { name: "diary.txt", text: "dear diary" });
  const own = await realm.send("alice", { content: `my [diary](${url})` });
  const gone = await realm.send("alice", { content: "better unsaid" });
  await realm.request("alice", deleteMessage, { message_id: gone });
  const direct = await realm.direct("alice", [2], "between us");
  const others = await realm.send("bob", { content: "an answer" });
  await realm.request("alice", addReaction, { message_id: others, emoji_name: "heart" });
  await realm.request("bob", addReaction, { message_id: own, emoji_name: "tada" });
  await realm.request("alice", createDrafts, {
    drafts: [{ type: "stream", to: [1], topic: "later", content: "not yet" }],
  });
  const about = { realmId: realm.id };
  const exported = { ...about, userId: 1, key: "console" };
  await world().pool.call(startPersonExport, service, exported, about);
  await world().runExports();
  return { realm, own, direct, others, file: url.replace("/user_uploads/", "") };
}

describe("erasing what a person has written (docs/erasure.md#messages)", () => {
  test("messages that are kept stay as they were, and everything else of the person goes", async ({
    expect,
  }) => {
    const { direct, file, others, own, realm } = await furnish();
    expect(await left(realm, 1, "keep")).toEqual([
      "draft",
      "archived_message.sender_id",
      "attachment.user_id",
      "person_export.user_id",
    ]);
    expect(await world().storedPaths(file)).not.toEqual([]);
    const before = (await realm.events()).length;
    await erase(realm, 1, "keep");
    expect(await left(realm, 1, "keep")).toEqual([]);
    expect(await world().storedPaths(file)).toEqual([]);
    expect(await realm.ids("bob")).toEqual([own, direct, others]);
    expect((await realm.events()).slice(before)).toEqual([]);
    expect((await realm.request("bob", listAttachments, {})).attachments).toEqual([]);
  });

  test("messages and reactions that are deleted are gone for good, and whoever could read them is told", async ({
    expect,
  }) => {
    const { direct, others, own, realm } = await furnish();
    const before = (await realm.events()).length;
    await erase(realm, 1, "delete");
    expect(await left(realm, 1)).toEqual([]);
    expect(await realm.ids("bob")).toEqual([others]);
    const announced = (await realm.events()).slice(before).map(({ event }) => event);
    expect(announced).toContainEqual(
      expect.objectContaining({ type: "reaction", op: "remove", message_id: others }),
    );
    const gone = announced.filter(({ type }) => type === "delete_message");
    expect(gone.flatMap((event) => event["message_ids"])).toEqual([own, direct]);
    expect(gone).toContainEqual(expect.objectContaining({ message_type: "private" }));
    await erase(realm, 1, "delete");
    expect((await realm.events()).length).toBe(before + announced.length);
  });

  test("nothing of another person goes when somebody is erased", async ({ expect }) => {
    const { realm } = await furnish();
    const had = await left(realm, 2);
    expect(had).toContain("message.sender_id");
    await erase(realm, 1, "delete");
    expect(await left(realm, 2)).toEqual(had.filter((place) => place !== "reaction.user_id"));
  });

  test("a legal hold over the person or the person's messages is counted, and what is held stays", async ({
    expect,
  }) => {
    const { own, realm } = await furnish();
    expect(await facts(realm, 1)).toEqual({ holds: 0, exports: [] });
    const holding = { stream_id: 1, reason: "case 7" };
    const { id } = await realm.request("carol", beginLegalHold, holding);
    expect(await facts(realm, 1)).toMatchObject({ holds: 1 });
    expect(await facts(realm, 4)).toMatchObject({ holds: 0 });
    await erase(realm, 1, "delete");
    expect(await left(realm, 1)).toContain("message.sender_id");
    expect(await realm.ids("bob")).toContain(own);
    await realm.request("carol", endLegalHold, { hold_id: id });
    expect(await facts(realm, 1)).toMatchObject({ holds: 0 });
    await erase(realm, 1, "delete");
    expect(await left(realm, 1)).toEqual([]);
  });

  test("tables that are treated apart are there, so that none is passed over by a wrong name", async ({
    expect,
  }) => {
    const tables = await listPersonTables(world().db);
    expect(treatedApart.filter((name) => !tables.includes(name))).toEqual([]);
  });
});
