import { randomBytes } from "node:crypto";

import { sql } from "@team-chat/pg";
import { describe, test } from "vitest";

import {
  listHeads,
  listNextEntries,
  note,
  removeEntriesBefore,
  verifyEntries,
} from "../src/index.ts";
import { asUser, insert, list, listChanges, newRealm, useThings } from "./things.ts";

const things = useThings();

describe("the chain of the audit log (docs/subsystems/audit.md)", () => {
  test("transactions beside each other get places without gaps, each organization its own", async ({
    expect,
  }) => {
    const { db } = things();
    const [one, other] = [newRealm(), newRealm()];
    const ids = Array.from({ length: 20 }, (_, index) => index);
    await Promise.all(
      ids.flatMap((id) => [
        asUser(db, id, (tx) => tx.query(insert(one, [id]))),
        asUser(db, id, (tx) => tx.query(insert(other, [id]))),
      ]),
    );
    const heads = await listHeads(db, [one, other, newRealm()]);
    expect(heads.toSorted((a, b) => a.realmId - b.realmId)).toEqual([
      { realmId: one, position: 20 },
      { realmId: other, position: 20 },
    ]);
    for (const realmId of [one, other]) {
      const positions = (await list(db, { realmId })).map(({ position }) => position);
      expect(positions.toReversed()).toEqual(ids.map((id) => id + 1));
      expect(await verifyEntries(db, realmId)).toMatchObject({ entries: 20, broken: null });
    }
  });

  test("an entry that was altered, removed or put in is found, as is a chain whose end was cut off", async ({
    expect,
  }) => {
    const { db } = things();
    const broken = async (spoil: (realmId: number) => ReturnType<typeof sql.unsafe>) => {
      const realmId = newRealm();
      for (const id of [1, 2, 3, 4]) await asUser(db, id, (tx) => tx.query(insert(realmId, [id])));
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
    const { db } = things();
    const realmId = newRealm();
    for (const id of [1, 2]) await asUser(db, id, (tx) => tx.query(insert(realmId, [id])));
    const [newest] = await list(db, { realmId });
    const later = new Date((newest?.changedAtMs ?? 0) + 1);
    let removed = 0;
    for (;;) {
      const now = await removeEntriesBefore(db, later);
      if (now === null) break;
      removed += now;
    }
    await asUser(db, 3, (tx) => tx.query(insert(realmId, [3])));
    expect(removed).toBeGreaterThanOrEqual(2);
    expect((await listChanges(db, realmId))[0]).toEqual([
      { object: "audit_log", key: {}, after: { first: 3 } },
    ]);
    expect(await verifyEntries(db, realmId)).toMatchObject({ entries: 2, last: 4, broken: null });
  });

  test("entries are told from a position on, as many as may be held in memory, but at least one (docs/subsystems/audit.md#flow)", async ({
    expect,
  }) => {
    const { db } = things();
    const realmId = newRealm();
    expect(await listNextEntries(db, { realmId, after: 0, limit: 9 })).toEqual({
      entries: [],
      last: 0,
    });
    // Random, since entries are measured as they are stored: compressed.
    const writeLong = (bytes: number) =>
      asUser(db, 7, (tx) => {
        const after = { text: randomBytes(bytes).toString("latin1").replaceAll("\0", "") };
        return note(tx, { realmId, object: "thing", key: {}, after });
      });
    for (const bytes of [500_000, 500_000, 3_000_000, 10]) await writeLong(bytes);
    const announced = async (after: number, limit: number) => {
      const { entries, last } = await listNextEntries(db, { realmId, after, limit });
      return { positions: entries.map(({ position }) => position), last };
    };
    expect(await announced(0, 9)).toEqual({ positions: [1, 2], last: 4 });
    expect(await announced(0, 1)).toEqual({ positions: [1], last: 4 });
    expect(await announced(2, 9)).toEqual({ positions: [3], last: 4 });
    expect(await announced(3, 9)).toEqual({ positions: [4], last: 4 });
    expect(await announced(4, 9)).toEqual({ positions: [], last: 4 });
    expect(await announced(9, 9)).toEqual({ positions: [], last: 4 });
  });
});
