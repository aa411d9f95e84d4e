import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { startPostgres } from "@team-chat/servers";
import pg from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";

import { migrateService } from "../src/index.ts";

const stack = new AsyncDisposableStack();
const folder = mkdtempSync(path.join(tmpdir(), "roles-"));
const migrations = path.join(folder, "migrations");
const service = "users";
let adminUrl: string;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  mkdirSync(migrations);
  writeFileSync(path.join(migrations, "0001-note.sql"), "create table note (text text);");
  const dataDir = path.join(folder, "postgres");
  ({ url: adminUrl } = stack.use(await startPostgres({ dataDir, durable: false })));
});
afterAll(async () => {
  await stack.disposeAsync();
  rmSync(folder, { recursive: true });
});

const migrate = (password?: string, secondPassword?: string) =>
  migrateService({ adminUrl, service, password, secondPassword, dirs: [migrations] });

/** Logs in, writes as a service does, and stays. @throws what the server says */
async function logIn(user: string, password: string): Promise<pg.Client> {
  const url = Object.assign(new URL(adminUrl), { username: user, password });
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  stack.defer(() => client.end());
  await client.query("insert into note values ($1)", [user]);
  return client;
}

describe("the two roles of a service (docs/subsystems/secrets.md#postgresql)", () => {
  test("the roles of a service take turns, and connections that are open go on", async ({
    expect,
  }) => {
    const refused = { code: expect.stringMatching(/^28/) as string };
    await migrate("one");
    const old = await logIn(service, "one");
    await expect(logIn(`${service}_2`, "two")).rejects.toMatchObject(refused);
    await migrate("one", "two");
    const next = await logIn(`${service}_2`, "two");
    await logIn(service, "one");
    await migrate(undefined, "two");
    await expect(logIn(service, "one")).rejects.toMatchObject(refused);
    await logIn(`${service}_2`, "two");
    await migrate("three", "two");
    await expect(logIn(service, "one")).rejects.toMatchObject(refused);
    await logIn(service, "three");
    for (const client of [old, next]) await client.query("update note set text = 'changed'");
    const { rows } = await old.query("select count(*)::int as count from note");
    expect(rows).toEqual([{ count: 5 }]);
  });
});
