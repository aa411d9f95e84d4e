import { sql } from "@team-chat/pg";
import { describe, test } from "vitest";
import { z } from "zod";

import { note, verifyEntries } from "../src/index.ts";
import { asUser, insert, list, listChanges, newRealm, rename, useThings } from "./things.ts";

const things = useThings();

describe("the audit log (docs/subsystems/audit.md)", () => {
  test("a transaction that is rolled back leaves no entry, nor does one that changes nothing that counts", async ({
    expect,
  }) => {
    const { db } = things();
    const realmId = newRealm();
    await asUser(db, 7, (tx) => tx.query(insert(realmId, [1])));
    const lost = asUser(db, 7, async (tx) => {
      await tx.query(rename(realmId, "lost"));
      throw new Error("No.");
    });
    await expect(lost).rejects.toThrow("No.");
    await asUser(db, 7, (tx) => tx.query(rename(realmId, "thing 1")));
    await db.query(sql.unsafe`update thing set version = 9`);
    expect(await list(db, { realmId })).toHaveLength(1);
    expect(await verifyEntries(db, realmId)).toMatchObject({ entries: 1, last: 1, broken: null });
  });

  test("what one transaction does is one entry, with everything that differs, before and after", async ({
    expect,
  }) => {
    const { db } = things();
    const realmId = newRealm();
    await asUser(db, 7, async (tx) => {
      await tx.query(insert(realmId, [1, 2]));
      await tx.query(rename(realmId, "new"));
    });
    await asUser(db, 8, (tx) =>
      tx.query(sql.unsafe`
        update thing set settings = '{"color": "red", "size": 3}', secret = 'k'
        where realm_id = ${realmId} and thing_id = 1`),
    );
    await asUser(db, 8, async (tx) => {
      await tx.query(sql.unsafe`
        update thing set settings = '{"color": "blue", "size": 3}', secret = 'l'
        where realm_id = ${realmId} and thing_id = 1`);
      await tx.query(sql.unsafe`delete from thing where realm_id = ${realmId} and thing_id = 2`);
    });
    const key = { thing_id: 1 };
    const secret = "(hidden)";
    expect(await listChanges(db, realmId)).toEqual([
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

  test("rows to which the same was done are stored as one change, and listed one by one, by their keys", async ({
    expect,
  }) => {
    const { db } = things();
    const realmId = newRealm();
    await asUser(db, 7, (tx) =>
      tx.query(sql.unsafe`
        insert into part values (${realmId}, 2, 'left', 5), (${realmId}, 1, null, 5), (${realmId}, 3, 'left', null)`),
    );
    await asUser(db, 7, (tx) =>
      tx.query(sql.unsafe`
        update part set size = case size when 5 then null else 6 end where realm_id = ${realmId}`),
    );
    await asUser(db, 7, (tx) =>
      tx.query(sql.unsafe`delete from part where realm_id = ${realmId} and thing_id < 3`),
    );
    const [one, two, three] = [
      { object: "part", key: { thing_id: 1, place: null } },
      { object: "part", key: { thing_id: 2, place: "left" } },
      { object: "part", key: { thing_id: 3, place: "left" } },
    ];
    const lost = { before: { size: 5 }, after: { size: null } };
    const byKey = (changes: readonly { key: Record<string, unknown> }[]) =>
      changes.toSorted((a, b) => Number(a.key["thing_id"]) - Number(b.key["thing_id"]));
    expect((await listChanges(db, realmId)).map(byKey)).toEqual([
      [
        { ...one, after: { size: 5 } },
        { ...two, after: { size: 5 } },
        { ...three, after: {} },
      ],
      [
        { ...one, ...lost },
        { ...two, ...lost },
        { ...three, before: { size: null }, after: { size: 6 } },
      ],
      [
        { ...one, before: {} },
        { ...two, before: {} },
      ],
    ]);
    const stored = await db.anyFirst(sql.type(z.object({ changes: z.int() }))`
      select jsonb_array_length(changes) as changes
      from audit_entry where realm_id = ${realmId} order by position`);
    expect(stored).toEqual([2, 2, 1]);
  });

  test("an entry says who acted by which operation, and what nobody asked for has no actor", async ({
    expect,
  }) => {
    const { db } = things();
    const realmId = newRealm();
    await asUser(db, 7, (tx) => tx.query(insert(realmId, [1])));
    await db.query(rename(realmId, "by hand"));
    await asUser(db, 9, (tx) =>
      note(tx, { realmId, object: "sign_in", key: { user_id: 9 }, after: { succeeded: false } }),
    );
    const entries = await list(db, { realmId });
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
    const positions = async (question: Partial<Parameters<typeof list>[1]>) =>
      (await list(db, { ...question, realmId })).map(({ position }) => position);
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
    const { db } = things();
    const realmId = newRealm();
    for (const id of [1, 2, 3])
      await asUser(db, id, (tx) =>
        tx.query(sql.unsafe`
          insert into thing (realm_id, thing_id, name)
          select ${realmId}, ${id} * 1000 + n, (select string_agg(md5((n * 100 + part)::text), '')
            from generate_series(1, 60) part)
          from generate_series(1, 600) n`),
      );
    await expect(list(db, { realmId })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "These entries are too long together: ask for fewer (limit).",
    });
    const [newest] = await list(db, { realmId, limit: 1 });
    expect(newest?.changes).toHaveLength(600);
  });
});
