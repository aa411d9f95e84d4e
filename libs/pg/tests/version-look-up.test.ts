import { setTimeout as delay } from "node:timers/promises";

import { noMetrics } from "@team-chat/telemetry";
import type pg from "pg";
import { afterAll, beforeAll, test } from "vitest";

import { VersionLookUp } from "../src/index.ts";
import { defaultLimits } from "../src/limits.ts";
import { openPostgres } from "./open-postgres.ts";

/** Milliseconds between two looks: whoever waits leaves the processor to those whom it waits for. */
const lookEveryMs = 5;
const stack = new AsyncDisposableStack();
let url: string;
let admin: pg.Client;

beforeAll(async () => {
  ({ admin, url } = await openPostgres(stack));
  await admin.query("create table realm_version (realm_id int8 primary key, version int8)");
  await admin.query(
    "insert into realm_version select id, 1000 + id from generate_series(1, 300) id",
  );
  await admin.query("insert into realm_version values (9007199254740991, 9007199254740990)");
});

afterAll(() => stack[Symbol.asyncDispose]());

function open(options: { readonly url?: string } = {}) {
  const errors: Error[] = [];
  const lookUp = new VersionLookUp({
    url,
    onError: (error) => errors.push(error),
    metrics: noMetrics,
    limits: defaultLimits,
    max: 1,
    ...options,
  });
  return {
    errors,
    versionOf: (realmId: number) => lookUp.versionOf(realmId),
    [Symbol.asyncDispose]: () => lookUp[Symbol.asyncDispose](),
  };
}

/** Breaks the connections of all look-ups. */
async function terminate(): Promise<void> {
  await admin.query(
    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where query like $1",
    ["select realm_id, version %"],
  );
}

/** Resolves when somebody waits for the table. */
async function untilLocked(): Promise<void> {
  const waiting = "select from pg_locks where relation = 'realm_version'::regclass and not granted";
  while ((await admin.query(waiting)).rowCount === 0) await delay(lookEveryMs);
}

test("a realm's version is found, and is 0 for a realm that has none", async ({ expect }) => {
  await using found = open();
  expect(await found.versionOf(7)).toBe(1007);
  expect(await found.versionOf(301)).toBe(0);
  expect(await found.versionOf(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER - 1);
  expect(found.errors).toEqual([]);
});

test("each of many who ask at once is told the version of the realm asked for", async ({
  expect,
}) => {
  await using found = open();
  const realmIds = Array.from({ length: 400 }, (_, index) => index + 1);
  const versions = await Promise.all(realmIds.map((realmId) => found.versionOf(realmId)));
  expect(versions).toEqual(realmIds.map((realmId) => (realmId > 300 ? 0 : 1000 + realmId)));
});

test("a version is what was committed before it was asked for, also while others are waiting", async ({
  expect,
}) => {
  await using found = open();
  for (let version = 1; version <= 50; version += 1) {
    const before = found.versionOf(300);
    await admin.query("update realm_version set version = $1 where realm_id = 300", [version]);
    const during = found.versionOf(300);
    expect([version, version - 1, 1300]).toContain(await before);
    expect(await during).toBe(version);
  }
});

test("versions are not known while there is no server, and each failure is told", async ({
  expect,
}) => {
  await using nowhere = open({ url: "postgres://127.0.0.1:1/x" });
  expect(await nowhere.versionOf(1)).toBeNull();
  expect(await nowhere.versionOf(2)).toBeNull();
  expect(nowhere.errors).toHaveLength(2);
});

test("a version is not known when the connection is lost meanwhile, and the next one is asked on another", async ({
  expect,
}) => {
  await using found = open();
  await admin.query("begin; lock table realm_version");
  const waiting = found.versionOf(1);
  await untilLocked();
  await terminate();
  await admin.query("rollback");
  expect(await waiting).toBeNull();
  expect(await found.versionOf(2)).toBe(1002);
  expect(found.errors.length).toBeGreaterThan(0);
});

test("a version is found again after the connection broke while nobody asked", async ({
  expect,
}) => {
  await using found = open();
  expect(await found.versionOf(1)).toBe(1001);
  await terminate();
  const versions = [await found.versionOf(1), await found.versionOf(1)];
  expect(versions[1]).toBe(1001);
});
