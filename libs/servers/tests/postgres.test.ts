import { cpSync, existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { Client } from "pg";
import { expect, test, vi } from "vitest";

import { startPostgres } from "../src/index.ts";
import { mayEnter, postgresAccount } from "../src/postgres/account.ts";
import { nativeFolder } from "../src/postgres/native-folder.ts";
import { temporaryFolder } from "./temporary-folder.ts";

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query<Record<string, unknown>>(text);
    return result.rows;
  } finally {
    await client.end();
  }
}

test("a wrong password is refused", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "postgres");
  await using server = await startPostgres({ dataDir, durable: false, password: "right" });
  const wrong = new URL(server.url);
  wrong.password = "wrong";
  await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
  await expect(query(server.url, "select 1 as one")).resolves.toEqual([{ one: 1 }]);
});

test("data survive a kill of the server and a start on another port at once", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "postgres");
  const before = await startPostgres({ dataDir, durable: true });
  await query(before.url, "create table note as select 'kept' as text");
  process.kill(before.pid, "SIGKILL");
  await expect(before.exited).resolves.toEqual({ code: null, signal: "SIGKILL" });
  await using after = await startPostgres({ dataDir, durable: true });
  expect(after.port).not.toBe(before.port);
  await expect(query(after.url, "select * from note")).resolves.toEqual([{ text: "kept" }]);
});

test("a start waits for the processes of a killed server that have not ended yet", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "postgres");
  const logFile = `${dataDir}.log`;
  const before = await startPostgres({ dataDir, durable: false });
  const client = new Client({ connectionString: before.url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const backend = rows[0]?.pid ?? 0;
  process.kill(backend, "SIGSTOP");
  process.kill(before.pid, "SIGKILL");
  await before.exited;
  const starting = startPostgres({ dataDir, durable: false });
  await vi.waitFor(
    () => expect(readFileSync(logFile, "utf8")).toContain("pre-existing shared memory block"),
    { timeout: 240_000 },
  );
  process.kill(backend, "SIGCONT");
  await using after = await starting;
  await expect(query(after.url, "select 1 as one")).resolves.toEqual([{ one: 1 }]);
  await client.end();
});

test.for([
  [true, "on"],
  [false, "off"],
] as const)(
  "a server with durable %s has fsync and synchronous_commit %s",
  async ([durable, setting]) => {
    using folder = temporaryFolder();
    const dataDir = join(folder.path, "postgres");
    await using server = await startPostgres({ dataDir, durable });
    const shown = query(
      server.url,
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
    );
    await expect(shown).resolves.toEqual([{ fsync: setting, commit: setting }]);
  },
);

test("a server starts, and starts again, below a folder that only its owner may enter", async () => {
  using folder = temporaryFolder(0o700);
  const dataDir = join(folder.path, "postgres");
  const before = await startPostgres({ dataDir, durable: false });
  await query(before.url, "create table note as select 'kept' as text");
  await before.stop();
  await using after = await startPostgres({ dataDir, durable: false });
  await expect(query(after.url, "select * from note")).resolves.toEqual([{ text: "kept" }]);
});

test("whoever removes the data folder gets an empty database", async () => {
  using folder = temporaryFolder(0o700);
  const dataDir = join(folder.path, "postgres");
  const before = await startPostgres({ dataDir, durable: false });
  await query(before.url, "create table note as select 'gone' as text");
  await before.stop();
  rmSync(dataDir, { recursive: true });
  await using after = await startPostgres({ dataDir, durable: false });
  await expect(query(after.url, "select * from note")).rejects.toThrow("does not exist");
});

test("nothing outside is left of data folders that are gone when the next one is made", async () => {
  const places: string[] = [];
  for (const _ of [1, 2]) {
    using folder = temporaryFolder(0o700);
    const dataDir = join(folder.path, "postgres");
    await using server = await startPostgres({ dataDir, durable: false });
    expect(server.port).toBeGreaterThan(0);
    places.push(realpathSync(dataDir));
    // The disposal of the temporary folder shall find nothing to follow.
    if (places.at(-1) !== dataDir) rmSync(dataDir);
  }
  expect(existsSync(places[0] ?? "")).toBe(false);
  rmSync(dirname(places[1] ?? ""), { recursive: true, force: true });
});

test("an initialisation that was interrupted is done again", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "postgres");
  const first = await startPostgres({ dataDir, durable: false });
  await first.stop();
  rmSync(join(dataDir, "team-chat.initialised"));
  rmSync(join(dataDir, "PG_VERSION"));
  await using second = await startPostgres({ dataDir, durable: false });
  await expect(query(second.url, "select 1 as one")).resolves.toEqual([{ one: 1 }]);
});

test("the programs are complete and can be run by PostgreSQL's user wherever the packages lie", () => {
  using folder = temporaryFolder(0o700);
  const account = postgresAccount();
  const original = dirname(nativeFolder({}));
  cpSync(original, folder.path, { recursive: true, verbatimSymlinks: true });
  const native = nativeFolder(account, folder.path);
  expect(mayEnter(join(native, "bin", "postgres"), account)).toBe(true);
  expect(existsSync(join(native, "lib", "libpq.so.5"))).toBe(true);
});
