import { listEntries } from "@team-chat/audit";
import {
  addReaction,
  deleteAttachment,
  deleteMessage,
  endLegalHold,
  exportLegalHold,
  listAttachments,
  storedLimits,
  updateMessage,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { isSignedWith, proofKeys, signatureSchema } from "@team-chat/proof";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { Files } from "../files/files.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { HoldExports, notOwner } from "./hold-exports.ts";

const world = useWorld(() => World.create());
const exports = () => new HoldExports(world());
let realm: Realm;

beforeEach(() => {
  world().clock.aheadMs = 0;
  realm = exports().realm();
});

const ask = (holdId: number, who: "alice" | "bob" | "carol" = "alice") =>
  realm.request(who, exportLegalHold, { hold_id: holdId });

describe("exporting a legal hold is refused (docs/legal-holds.md#asking-for-an-export)", () => {
  test("exporting a legal hold is for owners", async ({ expect }) => {
    const id = await exports().begin(realm, { user_id: 3 });
    for (const who of ["bob", "carol"] as const)
      await expect(ask(id, who)).rejects.toMatchObject(notOwner);
    expect(await exports().list(realm)).toEqual([]);
  });

  test("a legal hold that does not exist, or is another organization's, is not exported", async ({
    expect,
  }) => {
    const other = exports().realm();
    const foreign = await exports().begin(other, { user_id: 3 });
    for (const id of [foreign, 999_999])
      await expect(ask(id)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "There is no such legal hold.",
      });
  });

  test("one export is made at a time, and so many are kept", async ({ expect }) => {
    const id = await exports().begin(realm, { user_id: 3 });
    await ask(id);
    await expect(ask(id)).rejects.toThrow("An export of a legal hold is under way.");
    await world().runExports();
    const { most } = storedLimits.legalHoldExports;
    await world().db.query(sql.unsafe`
      insert into hold_export (realm_id, hold_id, asked_by, state, requested_at, due_at, finished_at)
      select ${realm.id}, ${id}, 1, 'done', now(), now(), now() from generate_series(2, ${most})`);
    await expect(ask(id)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: `There can be at most ${most} exports of legal holds.`,
    });
  });
});

describe("the archive of a legal hold (docs/legal-holds.md#what-an-export-has)", () => {
  test("an export has every message of the hold with its edits, reactions and files, and who deleted it", async ({
    expect,
  }) => {
    const files = new Files(world());
    const [kept, deleted] = [
      await files.keep(realm, 3, { name: "kept.txt", text: "kept bytes" }),
      await files.keep(realm, 3, { name: "gone.txt", text: "gone bytes" }),
    ];
    const holdId = await exports().begin(realm, { user_id: 3 });
    const live = await realm.send("carol", { content: `see [it](${kept})` });
    await realm.request("carol", updateMessage, { message_id: live, content: `no [it](${kept})` });
    await realm.request("bob", addReaction, { message_id: live, emoji_name: "heart" });
    const direct = await realm.direct("bob", [3], "between us");
    const gone = await realm.send("carol", { content: `hide [it](${deleted})` });
    const others = await realm.send("bob", { content: "nothing of carol's" });
    for (const { id, name } of (await realm.request("carol", listAttachments, {})).attachments)
      if (name === "gone.txt")
        await realm.request("carol", deleteAttachment, { attachment_id: id });
    await realm.request("alice", deleteMessage, { message_id: gone });
    const archive = await exports().fetch(realm, holdId);
    const messages = archive.messages("messages");
    expect(messages.map(({ id }) => id)).toEqual([live, direct]);
    expect(messages.map(({ id }) => id)).not.toContain(others);
    expect(messages[0]).toMatchObject({
      sender: { id: 3, name: "User 3", address: "user3@example.com" },
      channel: { id: 1, name: "general" },
      people: null,
      content: `no [it](${kept})`,
      edit_history: [
        expect.objectContaining({
          prev_content: `see [it](${kept})`,
          user: { id: 3, name: "User 3", address: "user3@example.com" },
        }),
      ],
      reactions: [{ user: { id: 2 }, emoji_name: "heart" }],
      deletion: null,
    });
    expect(messages[1]).toMatchObject({
      channel: null,
      topic: null,
      people: [{ id: 2 }, { id: 3 }],
    });
    expect(archive.messages("deleted_messages")).toMatchObject([
      { id: gone, deletion: { by: { id: 1, name: "User 1" }, reason: "message" } },
    ]);
    const [file] = archive.records("files");
    const [goneFile] = archive.records("deleted_files");
    expect([file, goneFile]).toMatchObject([
      { name: "kept.txt", owner: { id: 3 }, message_ids: [live], deleted_at: null },
      { name: "gone.txt", owner: { id: 3 }, deleted_at: expect.any(String) },
    ]);
    expect(archive.archive.text(String(file?.["path"]))).toBe("kept bytes");
    expect(archive.archive.text(String(goneFile?.["path"]))).toBe("gone bytes");
    expect(archive.records("channels")).toMatchObject([{ id: 1, name: "general" }]);
    const subscribers = archive.records("subscribers").map(({ person }) => person);
    expect(subscribers).toContainEqual(expect.objectContaining({ id: 4, name: "User 4" }));
    expect(archive.records("people").map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  test("the manifest says which hold it is, when it was cut, and where the audit log was, and is signed", async ({
    expect,
  }) => {
    const holdId = await exports().begin(realm, { stream_id: 1 });
    await realm.send("bob");
    await realm.request("alice", endLegalHold, { hold_id: holdId });
    const { archive, manifest } = await exports().fetch(realm, holdId);
    const alice = { id: 1, name: "User 1", address: "user1@example.com" };
    expect(manifest).toMatchObject({
      organization: { id: realm.id, name: "Test", url: "http://localhost" },
      legal_hold: {
        id: holdId,
        user: null,
        channel: { id: 1, name: "general" },
        reason: "case 7",
        begun_by: alice,
        begun_with_key: null,
        ended_by: alice,
        ended_at: expect.any(String),
      },
      export: { asked_by: alice, asked_with_key: null },
      audit_log: {
        users: { position: 7, hash: "aa" },
        channels: { position: 7, hash: "aa" },
        messages: { position: expect.any(Number), hash: expect.stringMatching(/^[\da-f]{64}$/) },
      },
      counts: { messages: 1, deleted_messages: 0 },
      missing_files: 0,
    });
    const signature = signatureSchema.parse(JSON.parse(archive.text("manifest.sig.json")));
    const text = Buffer.from(archive.text("manifest.json"));
    expect(isSignedWith(signature, text)).toBe(true);
    expect(proofKeys("00112233445566778899aabbccddeeff").publicKeys).toContain(
      signature.public_key,
    );
  });

  test("an export shows one moment: what is sent and deleted while it is made changes nothing in it", async ({
    expect,
  }) => {
    const files = new Files(world());
    const url = await files.upload(realm, 3);
    const holdId = await exports().begin(realm, { stream_id: 1 });
    const before = await realm.send("carol", { content: `[it](${url})` });
    await ask(holdId);
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    realm.data.onExport = () => {
      begun.resolve();
      return goOn.promise;
    };
    const running = world().runExports();
    await begun.promise;
    await realm.send("bob", { content: "too late" });
    await realm.request("alice", deleteMessage, { message_id: before });
    const { service: other } = await world().replica();
    await world().runExports(other);
    await realm.request("alice", endLegalHold, { hold_id: holdId });
    await world().daysLater(40);
    await world().cleanFiles();
    goOn.resolve();
    await running;
    world().clock.aheadMs = 0;
    const [done] = await exports().list(realm);
    expect(done).toMatchObject({ state: "done", files: 1 });
    const archive = await exports().open(realm, done?.archive_url ?? null);
    expect(archive.messages("messages").map(({ id }) => id)).toEqual([before]);
    expect(archive.records("deleted_messages")).toEqual([]);
    expect(archive.manifest.legal_hold.ended_at).toBeNull();
    expect(archive.archive.text(String(archive.records("files")[0]?.["path"]))).toBe("the bytes");
    expect(await realm.eventsOf("realm_export")).toEqual([]);
  });

  test("exports and downloads are in the audit log, with the root of the records and without subject", async ({
    expect,
  }) => {
    const holdId = await exports().begin(realm, { user_id: 3 });
    const { manifest } = await exports().fetch(realm, holdId);
    const any = { before: null, sinceMs: null, actorId: null, operation: null };
    const asked = { realmId: realm.id, limit: 20, ...any };
    const entries = await listEntries(world().db, { ...asked, object: "legal_hold_export" });
    const changes = entries.flatMap((entry) => entry.changes);
    expect(entries.map(({ operation }) => operation)).toContain("exportLegalHold");
    expect(changes).toContainEqual(
      expect.objectContaining({ after: expect.objectContaining({ root: manifest.root }) }),
    );
    const [fetched] = await listEntries(world().db, { ...asked, object: "legal_hold_archive" });
    expect(fetched).toMatchObject({
      operation: "getLegalHoldArchive",
      actor: { user_id: 1 },
      changes: [{ after: { fetched: true } }],
    });
    expect(JSON.stringify([...entries, fetched])).not.toContain("case 7");
  });
});
