import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { startPostgres } from "@team-chat/servers";
import pg from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";

import {
  countRealmRows,
  type Database,
  deleteRealmRows,
  listRealmTables,
  openDatabase,
} from "../src/index.ts";

const stack = new AsyncDisposableStack();
let admin: pg.Client;
let db: Database;

beforeAll(async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "realm-rows-"));
  stack.defer(() => rmSync(dir, { recursive: true }));
  const { url } = stack.use(await startPostgres({ dataDir: dir, durable: false }));
  admin = stack.adopt(new pg.Client(url), (client) => client.end());
  await admin.connect();
  await admin.query(`
    create table setting (name text);
    create table organization (realm_id int8 primary key);
    create table member (realm_id int8 references organization, id int8, primary key (realm_id, id));
    create table a_note (
      realm_id int8, id int8, primary key (realm_id, id), foreign key (realm_id, id) references member
    );
    insert into setting values ('kept');
    insert into organization values (1), (2);
    insert into member select realm, id from generate_series(1, 2) realm, generate_series(1, 10500) id;
    insert into a_note select realm_id, id from member where id <= 600`);
  db = stack.adopt(await openDatabase({ url }), (open) => open.end());
});
afterAll(() => stack.disposeAsync());

async function counts(realmId: number): Promise<Record<string, number>> {
  const found = await countRealmRows(db, realmId);
  return Object.fromEntries(found.map(({ count, place }) => [place, count]));
}

describe("the rows of an organization (docs/adr/0028-deleting-organizations.md)", () => {
  test("tables are found with those first that refer to others", async ({ expect }) => {
    expect(await listRealmTables(db)).toEqual(["a_note", "member", "organization"]);
  });

  test("rows of one organization are deleted part by part, but for tables that keep theirs", async ({
    expect,
  }) => {
    let deleted = 0;
    for (let isDone = false; !isDone;) {
      const part = await deleteRealmRows(db, 1, { except: ["organization"] });
      deleted += part.deleted;
      ({ isDone } = part);
    }
    expect(deleted).toBe(11_100);
    expect(await counts(1)).toEqual({ a_note: 0, member: 0, organization: 1 });
    expect(await counts(2)).toEqual({ a_note: 600, member: 10_500, organization: 1 });
    expect(await deleteRealmRows(db, 1)).toEqual({ deleted: 1, isDone: true });
  });

  test("tables that refer to each other in a circle are refused, instead of being left out", async ({
    expect,
  }) => {
    await admin.query(`
      create table egg (realm_id int8 primary key);
      create table hen (realm_id int8 primary key references egg);
      alter table egg add foreign key (realm_id) references hen`);
    await expect(listRealmTables(db)).rejects.toThrow("refer to each other in a circle");
  });
});
