import {
  addReaction,
  createDrafts,
  createRealmExport,
  deleteAttachment,
  exportedKinds,
  listAttachments,
  readExport,
  startExport,
  updateMessage,
} from "@team-chat/contract";
import { Archive, differenceOfExport, type LeftOut, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { exportedTables } from "../../src/queries/exports/exported-tables.ts";
import { importedTables } from "../../src/queries/imports/imported-tables.ts";
import { Files } from "../files/files.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { Exports } from "./exports.ts";

const world = useWorld(() => World.create());
const exports = () => new Exports(world());
const service = { kind: "service", name: "users" } as const;

const transient = "on its way; it is carried out here";
const ofPlaces = "says where this installation has the bytes, which exports have as files";
const used = "counts what was used on this installation, for its bills";

const proven = "proves itself where it was written, and is fetched by an operation of its own";

const gone = "was deleted, and can be restored on this installation only";

const fetchedAnew = "is fetched anew where somebody links to the page again";

const leftOut: LeftOut = {
  audit_entry: proven,
  audit_head: proven,
  audit_open: proven,
  "recipient.participants_hash": "follows from the participants",
  "recipient.revision": "counts changes for this installation",
  "recipient.topic_fence": "counts changes for this installation",
  "message.words": "follows from the text",
  "message.folded_words": "follows from the text",
  "message.has_link": "follows from the HTML",
  "message.has_image": "follows from the HTML",
  "message.has_attachment": "follows from the HTML",
  "scheduled_message.revision": "counts changes for this installation",
  "attachment.bytes": ofPlaces,
  "attachment.place": ofPlaces,
  "attachment.thumbnail_state": "thumbnails are made anew",
  "attachment.thumbnails": "thumbnails are made anew",
  legal_hold: "is kept where it is on",
  closing_realm: "says that the organization is being deleted",
  held_file: gone,
  message_deletion: gone,
  archived_message: gone,
  archived_user_message: gone,
  archived_reaction: gone,
  archived_submessage: gone,
  archived_attachment_message: gone,
  idempotency: "lets clients repeat requests of this server",
  projection_version: "how far this installation's copy of channels is",
  errand: transient,
  operator_call: transient,
  retention_turn: transient,
  file_removal: transient,
  thumbnail_job: transient,
  linked_page: fetchedAnew,
  page_link: fetchedAnew,
  page_picture: fetchedAnew,
  archived_page_link: gone,
  file_piece: ofPlaces,
  message_day: used,
  stored_bytes: used,
  stored_bytes_day: used,
  realm_import: "says what became of an import into this installation",
  import_part: "archives that are taken in",
  realm_export: "exports themselves",
  export_part: "exports themselves",
  hold_export: "exports themselves",
  hold_export_part: "exports themselves",
  person_export: "exports themselves",
  person_export_part: "exports themselves",
};
async function exportOf(
  realm: Realm,
  type: "public" | "full_with_consent" | "full_without_consent",
): Promise<Archive> {
  const about = { realmId: realm.id };
  const { export: begun } = await world().pool.call(
    startExport,
    service,
    { ...about, type },
    about,
  );
  await world().runExports();
  const input = { ...about, id: begun.id, first: 0, last: 1e9 };
  const { bytes } = await world().pool.call(readExport, service, input, about);
  return Archive.read(Buffer.concat(bytes));
}

describe("the archive of an export (docs/export.md#what-an-export-has)", () => {
  test("exports have every column of every table, but for those that are left out for a reason", async ({
    expect,
  }) => {
    expect(await differenceOfExport(world().db, exportedTables, leftOut)).toEqual([]);
    expect(exportedTables.map(({ kind }) => kind)).toEqual([...exportedKinds.messages]);
    expect(importedTables.map(({ kind }) => kind)).toEqual([...exportedKinds.messages]);
  });

  test("an export of everything has messages, what belongs to them, and what each person has of them", async ({
    expect,
  }) => {
    const realm = world().realm();
    const files = new Files(world());
    const url = await files.keep(realm, 1, { name: "notes.txt", text: "what was said" });
    const id = await realm.send("alice", { content: `see [it](${url})` });
    await realm.request("alice", updateMessage, { message_id: id, content: `read [it](${url})` });
    await realm.request("bob", addReaction, { message_id: id, emoji_name: "heart" });
    const direct = await realm.direct("alice", [2], "between us");
    await realm.request("bob", createDrafts, {
      drafts: [{ type: "stream", to: [1], topic: "later", content: "not yet" }],
    });
    const archive = await exportOf(realm, "full_without_consent");
    expect(JSON.parse(archive.text("export.json"))).toMatchObject({
      format: 1,
      organization_id: realm.id,
      export_type: "full_without_consent",
    });
    const messages = archive.rows("messages");
    expect(messages.map((row) => row["id"])).toEqual([id, direct]);
    expect(messages[0]).toMatchObject({
      sender_id: 1,
      channel_id: 1,
      content: `read [it](${url})`,
      edit_history: [expect.objectContaining({ prev_content: `see [it](${url})` })],
    });
    expect(archive.rows("reactions")).toMatchObject([
      { message_id: id, user_id: 2, emoji_name: "heart" },
    ]);
    expect(archive.rows("drafts")).toMatchObject([{ user_id: 2, topic: "later" }]);
    const of = (row: Readonly<Record<string, unknown>>) => [row["user_id"], row["received"]];
    expect(archive.rows("received").map(of)).toContainEqual([3, expect.stringContaining("[")]);
    const [file] = archive.rows("files");
    expect(file).toMatchObject({ name: "notes.txt", user_id: 1 });
    expect(archive.text(`files/${String(file?.["path_id"])}`)).toBe("what was said");
    expect(archive.rows("file_links")).toEqual([{ message_id: id, attachment_id: file?.["id"] }]);
    expect(JSON.parse(archive.text("summary.json"))).toMatchObject({
      rows: { messages: 2, reactions: 1, channels: 3 },
      files: 1,
      missing_files: [],
    });
  });

  test("a public export has messages of public channels only, one with consent also what those have who consent", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(1, 3);
    realm.data.setMembership(2, 3);
    const open = await realm.send("alice");
    const secret = await realm.send("alice", { to: "3" });
    const withBob = await realm.direct("alice", [2]);
    const withCarol = await realm.direct("alice", [3]);
    const ids = (archive: Archive) => archive.rows("messages").map((row) => row["id"]);
    expect(ids(await exportOf(realm, "public"))).toEqual([open]);
    realm.data.consenting.push(2);
    const consented = await exportOf(realm, "full_with_consent");
    expect(ids(consented)).toEqual([open, secret, withBob]);
    expect(new Set(consented.rows("received").map((row) => row["user_id"]))).toEqual(new Set([2]));
    expect(ids(await exportOf(realm, "full_without_consent"))).toEqual([
      open,
      secret,
      withBob,
      withCarol,
    ]);
  });
});

describe("the moment that an export shows (docs/export.md#one-moment)", () => {
  test("what happens while it is made is not in it, and what is deleted meanwhile is, with its bytes", async ({
    expect,
  }) => {
    const realm = exports().realm();
    const files = new Files(world());
    const url = await files.upload(realm, 1);
    const before = await realm.send("alice", { content: `[it](${url})` });
    const [file] = (await realm.request("alice", listAttachments, {})).attachments;
    const { id } = await realm.request("alice", createRealmExport, {});
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    realm.data.onExport = () => {
      begun.resolve();
      return goOn.promise;
    };
    const running = world().runExports();
    await begun.promise;
    await realm.send("bob", { content: "too late" });
    await realm.request("alice", deleteAttachment, { attachment_id: file?.id ?? 0 });
    await world().cleanFiles();
    // Nobody else begins it while somebody makes it.
    const { service: other } = await world().replica();
    await world().runExports(other);
    goOn.resolve();
    await running;
    const bytes = await (await exports().download(realm, "alice", id)).arrayBuffer();
    const archive = await Archive.read(new Uint8Array(bytes));
    expect(archive.rows("messages").map((row) => row["id"])).toEqual([before]);
    expect(archive.text(`files/${file?.path_id ?? ""}`)).toBe("the bytes");
    await world().cleanFiles();
    expect(await world().storedPaths(file?.path_id ?? "-")).toEqual([]);
  });
});
