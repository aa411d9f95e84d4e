import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";

import {
  countRealmOperations,
  createScheduledMessage,
  deleteAttachment,
  deleteRealmOperations,
  deletionSteps,
  listAttachments,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { afterAll, beforeAll, describe, test } from "vitest";

import { diskStore } from "../../src/domain/storage/disk-store.ts";
import { s3Store } from "../../src/domain/storage/s3-store.ts";
import type { FileStore } from "../../src/values/file-store.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { Files } from "./files.ts";
import { S3Server } from "./s3-server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "uploads-"));
const dayMs = 86_400_000;
const users = { kind: "service", name: "users" } as const;
let s3: S3Server;

beforeAll(async () => {
  s3 = await S3Server.start();
});

afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** As they come, a few at a time. */
function bytesOf(text: string): Readable {
  return Readable.from(
    [...text].map((letter) => Buffer.from(letter)),
    { objectMode: false },
  );
}

function filesIn(place: FileStore["place"]): string[] {
  if (place === "s3") return [...s3.objects.keys()];
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

describe.for(["disk", "s3"] as const)(
  "files on %s (docs/subsystems/uploads.md, Where files are)",
  (place) => {
    let world: World;
    let files: Files;
    let store: FileStore;

    beforeAll(async () => {
      store = place === "s3" ? s3Store(s3.settings) : diskStore(`${folder}/`);
      world = await World.create({}, place === "s3" ? s3.config : { UPLOADS_FOLDER: folder });
      files = new Files(world);
    });

    afterAll(async () => {
      await world[Symbol.asyncDispose]();
    });

    async function read(name: string): Promise<string> {
      let text = "";
      for await (const piece of store.read(name, { first: 0, last: 99 })) text += piece.toString();
      return text;
    }

    async function idsOf(realm: Realm): Promise<number[]> {
      const { attachments } = await realm.request("alice", listAttachments, {});
      return attachments.map(({ id }) => id);
    }

    test("stored files are nowhere else than their path says", async ({ expect }) => {
      for (const name of [
        "../x",
        "1/ab/../../x",
        "/etc/passwd",
        "1/ab/cd",
        `1/ab/${"c".repeat(22)}/..`,
      ])
        await expect((async () => store.put(name, bytesOf("x")))()).rejects.toThrow(
          "no path of ours",
        );
      expect(filesIn(place)).toEqual([]);
    });

    test("stored files are kept, replaced, and gone once deleted", async ({ expect }) => {
      const name = `1/ab/${"c".repeat(22)}/ж.txt`;
      await expect(read(name)).rejects.toThrow();
      await store.put(name, bytesOf("one"));
      await store.put(name, bytesOf("two"));
      expect(await read(name)).toBe("two");
      expect(filesIn(place)).toEqual([name]);
      await store.delete(name);
      await store.delete(name);
      expect(filesIn(place)).toEqual([]);
    });

    test("all files of an organization are deleted, whatever is known of them, and no others (docs/hosting.md#deleting)", async ({
      expect,
    }) => {
      const [mine, other] = [`1/ab/${"c".repeat(22)}/ж.txt`, `11/ab/${"c".repeat(22)}/x.txt`];
      await store.put(mine, bytesOf("one"));
      await store.put(`1/cd/${"d".repeat(22)}/y.txt`, bytesOf("two"));
      await store.put(other, bytesOf("three"));
      expect(await store.count(1)).toBe(2);
      while ((await store.deleteSome(1)) > 0);
      expect([await store.count(1), await store.count(11)]).toEqual([0, 1]);
      expect(filesIn(place)).toEqual([other]);
      await store.delete(other);
    });

    test("stored files are read from there, those in the database too, and go with their rows", async ({
      expect,
    }) => {
      const realm = world.realm();
      const url = await files.upload(realm, 1, "ж.txt");
      expect(filesIn(place)).toEqual([decodeURI(url).replace("/user_uploads/", "")]);
      expect(await (await files.read(realm, 1, encodeURI(url))).text()).toBe("the bytes");
      const [id = 0] = await idsOf(realm);
      const old = `${realm.id}/ab/${"d".repeat(22)}/old.txt`;
      await world.db.query(sql.unsafe`
      insert into attachment (realm_id, user_id, path_id, name, size, content_type, bytes)
      values (${realm.id}, 1, ${old}, 'old.txt', 3, 'text/plain', ${sql.binary(Buffer.from("old"))})`);
      expect(await (await files.read(realm, 1, `/user_uploads/${old}`)).text()).toBe("old");
      await realm.request("alice", deleteAttachment, { attachment_id: id });
      await world.cleanFiles();
      expect(filesIn(place)).toEqual([]);
    });

    test("an organization that is deleted leaves no file and no row here, whatever others have (docs/hosting.md#deleting)", async ({
      expect,
    }) => {
      const [gone, other] = [world.realm(), world.realm()];
      for (const realm of [gone, other]) await files.upload(realm, 1);
      const { messages: countRealm } = countRealmOperations;
      const { messages: deleteRealm } = deleteRealmOperations;
      const countAll = async ({ id: realmId }: Realm) => {
        const { places } = await world.pool.call(countRealm, users, { realmId }, { realmId });
        return places.filter(({ count }) => count > 0).map((found) => found.place);
      };
      const before = await countAll(other);
      expect(before).toEqual(expect.arrayContaining(["attachment", `files: ${place}`]));
      const realmId = gone.id;
      for (const step of deletionSteps) {
        const asked = { realmId, step };
        while (!(await world.pool.call(deleteRealm, users, asked, { realmId })).isDone);
      }
      expect(await countAll(gone)).toEqual([]);
      expect(await countAll(other)).toEqual(before);
      await world.pool.call(deleteRealm, users, { realmId: other.id, step: "data" }, { realmId });
      expect(filesIn(place)).toEqual([]);
    });

    test("files without a row are removed after an hour, not sooner", async ({ expect }) => {
      const pathId = `1/ab/${"e".repeat(22)}/x.txt`;
      await world.db.query(sql.unsafe`
      insert into file_removal (realm_id, path_id, place, remove_at) values (1, ${pathId}, ${place}, now() + interval '1 hour')`);
      await store.put(pathId, bytesOf("never committed"));
      await world.cleanFiles();
      expect(filesIn(place)).toEqual([pathId]);
      world.clock.aheadMs = 3_700_000;
      await world.cleanFiles();
      world.clock.aheadMs = 0;
      expect(filesIn(place)).toEqual([]);
    });

    test("files that no message links to go after four weeks (docs/behaviour/uploads.md#lifetime-of-files)", async ({
      expect,
    }) => {
      const realm = world.realm();
      const linked = await files.upload(realm, 1);
      await realm.send("alice", { content: `[f](${linked})` });
      const waiting = await files.upload(realm, 1);
      await realm.request("alice", createScheduledMessage, {
        type: "channel",
        to: 1,
        topic: "t",
        content: `[f](${waiting})`,
        scheduled_delivery_timestamp: Math.floor((Date.now() + 60 * dayMs) / 1000),
      });
      await files.upload(realm, 1);
      const [first, second, third] = await idsOf(realm);
      world.clock.aheadMs = 27 * dayMs;
      await world.cleanFiles();
      expect(await idsOf(realm)).toEqual([first, second, third]);
      world.clock.aheadMs = 29 * dayMs;
      await world.cleanFiles();
      world.clock.aheadMs = 0;
      expect(await idsOf(realm)).toEqual([first, second]);
      expect(filesIn(place)).toHaveLength(2);
      expect((await realm.eventsOf("attachment")).at(-1)).toMatchObject({
        audience: { to: "users", ids: [1] },
        event: { op: "remove", attachment: { id: third }, upload_space_used: 18 },
      });
    });
  },
);

test("a bucket that refuses keeps nothing, and says so (docs/subsystems/uploads.md, Where files are)", async ({
  expect,
}) => {
  const store = s3Store({ ...s3.settings, secretAccessKey: "wrong" });
  const before = s3.objects.size;
  await expect(store.put(`1/ab/${"f".repeat(22)}/x`, bytesOf("x"))).rejects.toThrow("403");
  expect(s3.objects.size).toBe(before);
});

test("more files than a bucket lists at once are counted and deleted (docs/subsystems/uploads.md, Where files are)", async ({
  expect,
}) => {
  const store = s3Store(s3.settings);
  const realmId = 4711;
  const other = `${realmId}1/ab/${"a".repeat(22)}/x`;
  s3.objects.set(other, Buffer.from("x"));
  for (let number = 0; number < 2050; number += 1)
    s3.objects.set(`${realmId}/ab/${String(number).padStart(22, "0")}/ж.txt`, Buffer.from("x"));
  expect(await store.count(realmId)).toBe(2050);
  let deleted = 0;
  for (let some = await store.deleteSome(realmId); some > 0;) {
    deleted += some;
    some = await store.deleteSome(realmId);
  }
  expect([deleted, await store.count(realmId), s3.objects.has(other)]).toEqual([2050, 0, true]);
});

test("files in the database go with their rows too (docs/subsystems/uploads.md, Where files are)", async ({
  expect,
}) => {
  await using world = await World.create();
  const files = new Files(world);
  const realm = world.realm();
  const pieces = sql.unsafe`select from file_piece where realm_id = ${realm.id}`;
  await files.upload(realm, 1);
  const { attachments } = await realm.request("alice", listAttachments, {});
  expect(await world.db.exists(pieces)).toBe(true);
  await realm.request("alice", deleteAttachment, { attachment_id: attachments[0]?.id ?? 0 });
  await world.cleanFiles();
  expect(await world.db.exists(pieces)).toBe(false);
});
