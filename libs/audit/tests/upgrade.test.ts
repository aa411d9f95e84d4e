import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, test } from "vitest";

import { auditMigrations, verifyEntries } from "../src/index.ts";
import { asUser, insert, list, newRealm, openService, rename, useThings } from "./things.ts";

const things = useThings();

describe("the audit log (docs/subsystems/audit.md)", () => {
  test("tables that were written down before their triggers had functions of their own stay so, as do their entries", async ({
    expect,
  }) => {
    const dir = await mkdtemp(path.join(tmpdir(), "audit-first-"));
    await cp(path.join(auditMigrations, "0000-audit.sql"), path.join(dir, "0000-audit.sql"));
    const tables = path.join(import.meta.dirname, "migrations");
    const before = await openService(things().adminUrl, "older", [dir, tables]);
    const realmId = newRealm();
    await asUser(before, 7, (tx) => tx.query(insert(realmId, [1])));
    await before.end();
    await rm(dir, { recursive: true });

    const db = await openService(things().adminUrl, "older", [auditMigrations, tables]);
    await asUser(db, 8, (tx) => tx.query(rename(realmId, "new")));
    const key = { thing_id: 1 };
    const entries = await list(db, { realmId });
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ object: "thing", key, before: { name: "thing 1" }, after: { name: "new" } }],
      [{ object: "thing", key, after: { name: "thing 1", secret: "(hidden)" } }],
    ]);
    expect(await verifyEntries(db, realmId)).toMatchObject({ entries: 2, broken: null });
    await db.end();
  });
});
