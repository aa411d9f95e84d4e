import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import {
  type Database,
  migrateService,
  openDatabase,
  serviceDatabaseUrl,
  sql,
  type Transaction,
} from "@team-chat/pg";
import { type ServerHandle, startPostgres } from "@team-chat/servers";
import { runFor } from "@team-chat/work";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import {
  auditMigrations,
  authored,
  listEntries,
  note,
  removeEntriesBefore,
  verifyEntries,
} from "../src/index.ts";

let dir: string;
let server: ServerHandle;
let db: Database;
let lastRealm = 0;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "audit-"));
  server = await startPostgres({ dataDir: path.join(dir, "pg"), durable: false });
  const dirs = [auditMigrations, path.join(import.meta.dirname, "migrations")];
  await migrateService({ adminUrl: server.url, service: "things", password: "secret", dirs });
  db = await openDatabase({ url: serviceDatabaseUrl(server.url, "things", "secret") });
});
afterAll(async () => {
  await db.end();
  await server.stop();
  await rm(dir, { recursive: true });
});

const all = {
  before: null,
  sinceMs: null,
  actorId: null,
  operation: null,
  object: null,
  limit: 100,
};

const list = (realmId: number, question: Partial<Parameters<typeof listEntries>[1]> = {}) =>
  listEntries(db, { ...all, ...question, realmId });

const changesOf = async (realmId: number) =>
  (await list(realmId)).map(({ changes }) => changes).toReversed();

function newRealm(): number {
  lastRealm += 1;
  return lastRealm;
}

/** Runs a transaction for a request of somebody. */
function asUser<T>(userId: number, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const author = { operation: "updateThing", request_id: "r1", actor: { user_id: userId } };
  const request = { operation: "updateThing", author: () => author, onGaveUp: () => undefined };
  return runFor(request, () => authored(db, work));
}

const insert = (realmId: number, ids: readonly number[]) => sql.type(z.object({}))`
  insert into thing (realm_id, thing_id, name)
  select ${realmId}, id, 'thing ' || id from unnest(${sql.array([...ids], "int8")}) id`;

const rename = (realmId: number, name: string) => sql.type(z.object({}))`
  update thing set name = ${name} where realm_id = ${realmId}`;

describe("the audit log (docs/subsystems/audit.md)", () => {
  test("a transaction that is rolled back leaves no entry, nor does one that changes nothing that counts", async ({
    expect,
  }) => {
    const realmId = newRealm();
    await asUser(7, (tx) => tx.query(insert(realmId, [1])));
    const lost = asUser(7, async (tx) => {
      await tx.query(rename(realmId, "lost"));
      throw new Error("No.");
    });
    await expect(lost).rejects.toThrow("No.");
    await asUser(7, (tx) => tx.query(rename(realmId, "thing 1")));
    await db.query(sql.unsafe`update thing set version = 9`);
    expect(await list(realmId)).toHaveLength(1);
    expect(await verifyEntries(db, realmId)).toMatchObject({ entries: 1, last: 1, broken: null });
  });

  test("what one transaction does is one entry, with everything that differs, before and after", async ({
    expect,
  }) => {
    const realmId = newRealm();
    await asUser(7, async (tx) => {
      await tx.query(insert(realmId, [1, 2]));
      await tx.query(rename(realmId, "new"));
    });
    await asUser(8, (tx) =>
      tx.query(sql.unsafe`
        update thing set settings = '{"color": "red", "size": 3}', secret = 'k'
        where realm_id = ${realmId} and thing_id = 1`),
    );
    await asUser(8, async (tx) => {
      await tx.query(sql.unsafe`
        update thing set settings = '{"color": "blue", "size": 3}', secret = 'l'
        where realm_id = ${realmId} and thing_id = 1`);
      await tx.query(sql.unsafe`delete from thing where realm_id = ${realmId} and thing_id = 2`);
    });
    const key = { thing_id: 1 };
    const secret = "(hidden)";
    expect(await changesOf(realmId)).toEqual([
      [
        { object: "thing", key: { thing_id: 1 }, after: { name: "thing 1", secret } },
        { object: "thing", key: { thing_id: 2 }, after: { name: "thing 2", secret } },
        {
          object: "thing",
          key: { thing_id: 1 },
          before: { name: "thing 1" },
          after: { name: "new" },
        },
        {
          object: "thing",
          key: { thing_id: 2 },
          before: { name: "thing 2" },
          after: { name: "new" },
        },
      ],
      [
        {
          object: "thing",
          key,
          before: { secret },
          after: { secret, "settings.color": "red", "settings.size": 3 },
        },
      ],
      [
        {
          object: "thing",
          key,
          before: { secret, "settings.color": "red" },
          after: { secret, "settings.color": "blue" },
        },
        { object: "thing", key: { thing_id: 2 }, before: { name: "new", secret } },
      ],
    ]);
  });

  test("an entry says who acted by which operation, and what nobody asked for has no actor", async ({
    expect,
  }) => {
    const realmId = newRealm();
    await asUser(7, (tx) => tx.query(insert(realmId, [1])));
    await db.query(rename(realmId, "by hand"));
    await asUser(9, (tx) =>
      note(tx, { realmId, object: "sign_in", key: { user_id: 9 }, after: { succeeded: false } }),
    );
    const entries = await list(realmId);
    expect(
      entries.map(({ actor, operation, position, requestId }) => ({
        actor,
        operation,
        position,
        requestId,
      })),
    ).toEqual([
      { position: 3, actor: { user_id: 9 }, operation: "updateThing", requestId: "r1" },
      { position: 2, actor: null, operation: "", requestId: "" },
      { position: 1, actor: { user_id: 7 }, operation: "updateThing", requestId: "r1" },
    ]);
    expect(entries[0]?.changes).toEqual([
      { object: "sign_in", key: { user_id: 9 }, after: { succeeded: false } },
    ]);
    const positions = async (question: Parameters<typeof list>[1]) =>
      (await list(realmId, question)).map(({ position }) => position);
    expect(await positions({ actorId: 7 })).toEqual([1]);
    expect(await positions({ object: "thing" })).toEqual([2, 1]);
    expect(await positions({ operation: "updateThing", limit: 1 })).toEqual([3]);
    const [newest] = entries;
    if (newest === undefined) throw new Error("There is no entry.");
    expect(await positions({ before: newest })).toEqual([2, 1]);
    expect(await positions({ sinceMs: Date.now() + 60_000 })).toEqual([]);
  });

  test("entries that are too long together are refused, and each alone is shown", async ({
    expect,
  }) => {
    const realmId = newRealm();
    for (const id of [1, 2, 3])
      await asUser(id, (tx) =>
        tx.query(sql.unsafe`
          insert into thing (realm_id, thing_id, name)
          select ${realmId}, ${id} * 1000 + n, (select string_agg(md5((n * 100 + part)::text), '')
            from generate_series(1, 60) part)
          from generate_series(1, 600) n`),
      );
    await expect(list(realmId)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "These entries are too long together: ask for fewer (limit).",
    });
    const [newest] = await list(realmId, { limit: 1 });
    expect(newest?.changes).toHaveLength(600);
  });

  test("transactions beside each other get places without gaps, each organization its own", async ({
    expect,
  }) => {
    const [one, other] = [newRealm(), newRealm()];
    const ids = Array.from({ length: 20 }, (_, index) => index);
    await Promise.all(
      ids.flatMap((id) => [
        asUser(id, (tx) => tx.query(insert(one, [id]))),
        asUser(id, (tx) => tx.query(insert(other, [id]))),
      ]),
    );
    for (const realmId of [one, other]) {
      const positions = (await list(realmId)).map(({ position }) => position);
      expect(positions.toReversed()).toEqual(ids.map((id) => id + 1));
      expect(await verifyEntries(db, realmId)).toMatchObject({ entries: 20, broken: null });
    }
  });

  test("an entry that was altered, removed or put in is found, as is a chain whose end was cut off", async ({
    expect,
  }) => {
    const broken = async (spoil: (realmId: number) => ReturnType<typeof sql.unsafe>) => {
      const realmId = newRealm();
      for (const id of [1, 2, 3, 4]) await asUser(id, (tx) => tx.query(insert(realmId, [id])));
      await db.query(spoil(realmId));
      return (await verifyEntries(db, realmId)).broken;
    };
    const altered = await broken(
      (realmId) => sql.unsafe`
        update audit_entry set actor = '{"user_id": 99}' where realm_id = ${realmId} and position = 2`,
    );
    const rewritten = await broken(
      (realmId) => sql.unsafe`
        update audit_entry e set actor = '{"user_id": 99}', hash = audit_hash((
          e.realm_id, e.position, e.changed_at, '{"user_id": 99}', e.operation, e.request_id, e.changes,
          e.previous_hash, e.hash)::audit_entry)
        where realm_id = ${realmId} and position = 2`,
    );
    const removed = await broken(
      (realmId) => sql.unsafe`delete from audit_entry where realm_id = ${realmId} and position = 3`,
    );
    const first = await broken(
      (realmId) => sql.unsafe`delete from audit_entry where realm_id = ${realmId} and position = 1`,
    );
    const last = await broken(
      (realmId) => sql.unsafe`delete from audit_entry where realm_id = ${realmId} and position = 4`,
    );
    expect({ altered, rewritten, removed, first, last }).toEqual({
      altered: 2,
      rewritten: 3,
      removed: 3,
      first: 1,
      last: 4,
    });
  });

  test("entries whose time is over are removed, and the rest still proves itself", async ({
    expect,
  }) => {
    const realmId = newRealm();
    for (const id of [1, 2]) await asUser(id, (tx) => tx.query(insert(realmId, [id])));
    const [newest] = await list(realmId);
    const later = new Date((newest?.changedAtMs ?? 0) + 1);
    let removed = 0;
    for (;;) {
      const now = await removeEntriesBefore(db, later);
      if (now === null) break;
      removed += now;
    }
    await asUser(3, (tx) => tx.query(insert(realmId, [3])));
    expect(removed).toBeGreaterThanOrEqual(2);
    expect((await changesOf(realmId))[0]).toEqual([
      { object: "audit_log", key: {}, after: { first: 3 } },
    ]);
    expect(await verifyEntries(db, realmId)).toMatchObject({ entries: 2, last: 4, broken: null });
  });
});
