import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { startPostgres } from "@team-chat/servers";
import type pg from "pg";
import { afterAll, beforeAll, test } from "vitest";

import { hotPool } from "../src/index.ts";

const stack = new AsyncDisposableStack();
let url: string;

beforeAll(async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "hot-pool-"));
  stack.defer(() => rmSync(dir, { recursive: true }));
  const dataDir = path.join(dir, "pg");
  const server = stack.adopt(await startPostgres({ dataDir, durable: false }), (running) =>
    running.stop(),
  );
  ({ url } = server);
});

afterAll(() => stack[Symbol.asyncDispose]());

test("a connection that was given up may still be told why it ends, and the pool goes on", async ({
  expect,
}) => {
  const pool = hotPool({ url, max: 1, onIdleError: () => undefined });
  let given: pg.PoolClient | undefined;
  const failing = pool.withClient(async (client) => {
    given = client;
    await client.query("select nonsense");
  });
  await expect(failing).rejects.toThrow("nonsense");
  const told = given?.emit("error", new Error("terminating connection"));
  expect(told).toBe(true);
  const { rows } = await pool.query<{ one: number }>("select 1 as one");
  expect(rows).toEqual([{ one: 1 }]);
  await pool.end();
});
