import { listEntries } from "@team-chat/audit";
import {
  beginLegalHold,
  deleteAttachment,
  deleteMessage,
  listAttachments,
  listMessageDeletions,
  endLegalHold,
  restoreMessages,
  storedLimits,
  updateMessage,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { Files } from "../files/files.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { archivedIds } from "./archived-ids.ts";

const world = useWorld(() => World.create());
let realm: Realm;

beforeEach(() => {
  world().clock.aheadMs = 0;
  realm = world().realm();
  realm.data.setUser(1, { role: 100 });
  realm.data.setUser(2, { role: 200 });
});

const begin = (of: object, reason = "case 7") =>
  realm.request("alice", beginLegalHold, { reason, ...of });
const remove = (id: number, who: "alice" | "carol" = "alice") =>
  realm.request(who, deleteMessage, { message_id: id });

describe("beginning a legal hold is refused (docs/behaviour/moderation.md#legal-holds)", () => {
  test("beginning a legal hold is for owners", async ({ expect }) => {
    for (const who of ["bob", "carol", "guest"] as const)
      await expect(
        realm.request(who, beginLegalHold, { user_id: 3, reason: "why not" }),
      ).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message: "Must be an organization owner",
      });
  });

  test("a legal hold is of exactly one person or channel that there is, has a reason, and is there once", async ({
    expect,
  }) => {
    const refusals = [
      [{}, "Give one of user_id and stream_id."],
      [{ user_id: 3, stream_id: 1 }, "Give one of user_id and stream_id."],
      [{ user_id: 99 }, "No such user"],
      [{ stream_id: 99 }, "Invalid channel ID"],
    ] as const;
    for (const [of, message] of refusals)
      await expect(begin(of)).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    await expect(begin({ user_id: 3 }, " ")).rejects.toThrow("A legal hold needs a reason.");
    await begin({ user_id: 3 });
    await expect(begin({ user_id: 3 })).rejects.toThrow("There is such a legal hold already.");
  });
});

test("the number of legal holds that are on is limited (docs/behaviour/moderation.md#legal-holds)", async ({
  expect,
}) => {
  const { most } = storedLimits.legalHolds;
  await world().db.query(sql.unsafe`
    insert into legal_hold (realm_id, user_id, reason, begun_by, begun_at)
    select ${realm.id}, 1000 + n, 'many', 1, now() from generate_series(1, ${most}) as n`);
  await expect(begin({ user_id: 3 })).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringContaining(String(most)),
  });
});

describe("a legal hold (docs/behaviour/moderation.md#legal-holds)", () => {
  test("a hold of a person keeps what they send and are sent directly, whoever deletes it, and nothing else", async ({
    expect,
  }) => {
    realm.data.setSetting("can_delete_own_message_group", 11);
    const before = await realm.send("carol");
    await remove(before);
    await begin({ user_id: 3 });
    const [own, received, others] = [
      await realm.send("carol"),
      await realm.direct("bob", [3]),
      await realm.send("bob"),
    ];
    await remove(own, "carol");
    await remove(others);
    realm.data.setSetting("message_retention_days", 3);
    await world().daysLater(4);
    expect(await archivedIds(world(), realm)).toEqual([before, own, received, others]);
    await world().daysLater(60);
    expect(await archivedIds(world(), realm)).toEqual([before, own, received]);
  });

  test("a hold of a channel keeps what is in it, and what was moved out of it, with its edits", async ({
    expect,
  }) => {
    realm.data.setMembership(1, 2);
    await begin({ stream_id: 1 });
    const [kept, moved, elsewhere] = [
      await realm.send("alice"),
      await realm.send("alice"),
      await realm.send("alice", { to: "random" }),
    ];
    await realm.request("alice", updateMessage, { message_id: kept, content: "harmless" });
    await realm.request("alice", updateMessage, { message_id: moved, stream_id: 2 });
    for (const id of [kept, moved, elsewhere]) await remove(id);
    await world().daysLater(60);
    expect(await archivedIds(world(), realm)).toEqual(expect.arrayContaining([kept, moved]));
    expect(await archivedIds(world(), realm)).not.toContain(elsewhere);
  });

  test("whoever is held sees nothing of it, nor do administrators, who restore no longer than without", async ({
    expect,
  }) => {
    await begin({ user_id: 3 });
    const id = await realm.send("carol");
    await remove(id);
    await world().daysLater(40);
    expect(await archivedIds(world(), realm)).toEqual([id]);
    expect((await realm.request("bob", listMessageDeletions, {})).deletions).toEqual([]);
    await expect(realm.request("bob", restoreMessages, { message_id: id })).rejects.toThrow(
      "There is nothing to restore.",
    );
    expect((await realm.events()).map(({ event }) => event.type)).toEqual([
      "message",
      "delete_message",
    ]);
  });

  test("a file that is deleted while it is held is gone for everybody, and its bytes stay until the hold ends", async ({
    expect,
  }) => {
    const files = new Files(world());
    const [held, free] = [await files.upload(realm, 2), await files.upload(realm, 2)];
    await realm.send("bob", { to: "general", content: `[a](${held})` });
    const { id: hold_id } = await begin({ stream_id: 1 });
    const own = (await realm.request("bob", listAttachments, {})).attachments;
    for (const { id } of own) await realm.request("bob", deleteAttachment, { attachment_id: id });
    expect((await realm.request("bob", listAttachments, {})).attachments).toEqual([]);
    expect((await files.read(realm, 2, held)).status).toBe(404);
    const bytesOf = async (url: string) =>
      (await world().storedPaths(url.replace("/user_uploads/", ""))).length;
    await world().cleanFiles();
    expect([await bytesOf(held), await bytesOf(free)]).toEqual([1, 0]);
    await world().daysLater(40);
    await realm.request("alice", endLegalHold, { hold_id });
    await world().daysLater(41);
    await world().cleanFiles();
    expect(await bytesOf(held)).toBe(0);
  });

  test("beginning and ending a hold are in the audit log, and neither of whom nor why", async ({
    expect,
  }) => {
    const { id } = await begin({ stream_id: 1 });
    await realm.request("alice", endLegalHold, { hold_id: id });
    const any = { before: null, sinceMs: null, actorId: null, operation: null };
    const asked = { realmId: realm.id, limit: 9, object: "legal_hold", ...any };
    const entries = await listEntries(world().db, asked);
    expect(entries.map(({ operation }) => operation)).toEqual(["endLegalHold", "beginLegalHold"]);
    expect(JSON.stringify(entries)).not.toContain("case 7");
  });
});
