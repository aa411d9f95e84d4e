import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { startPostgres } from "@team-chat/servers";
import type pg from "pg";
import { afterAll, beforeAll, test } from "vitest";

import { boundedDriver } from "../src/driver.ts";
import { hotPool } from "../src/index.ts";
import { defaultLimits } from "../src/limits.ts";
import { lastWords, PostgresProxy, readyForQuery } from "./postgres-proxy.ts";

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
  const announced = given?.emit("error", new Error("terminating connection"));
  expect(announced).toBe(true);
  const { rows } = await pool.query<{ one: number }>("select 1 as one");
  expect(rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test("a statement that PostgreSQL would share among processes is carried out by one", async ({
  expect,
}) => {
  const pool = hotPool({ url, max: 1, onIdleError: () => undefined });
  const plan = async () => {
    const { rows } = await pool.query<Record<"QUERY PLAN", string>>(
      "explain select count(*) from pg_class where relpages > 3",
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };
  await pool.query(
    "set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0",
  );
  expect(await plan()).not.toContain("Gather");
  await pool.query("set max_parallel_workers_per_gather = 2");
  expect(await plan()).toContain("Gather");
  await pool.end();
});

test("a connection that its pool has given up and not got rid of may still be told why it ends", async ({
  expect,
}) => {
  await using proxy = await PostgresProxy.start(url);
  const driver = await boundedDriver(proxy.url, defaultLimits, (run) => run())({
    driverConfiguration: {
      connectionTimeout: "DISABLE_TIMEOUT",
      connectionUri: proxy.url,
      gracefulTerminationTimeout: 10,
      idleInTransactionSessionTimeout: "DISABLE_TIMEOUT",
      statementTimeout: "DISABLE_TIMEOUT",
      typeParsers: [],
    },
  });
  const client = await driver.createClient();
  const passed = proxy.stall();
  await client.destroy();
  await passed(lastWords);
  expect(client.state()).toBe("PENDING_DESTROY");
});

test("a server that dies in the moment in which it has let somebody in is no end of the process", async ({
  expect,
}) => {
  let isDying = true;
  await using proxy = await PostgresProxy.start(url, (chunk, socket) => {
    const isLetIn = chunk.subarray(-readyForQuery.length).equals(readyForQuery);
    socket.write(isDying && isLetIn ? Buffer.concat([chunk, lastWords]) : chunk);
    if (isLetIn) isDying = false;
  });
  const pool = hotPool({ url: proxy.url, max: 1, onIdleError: () => undefined });
  await expect(pool.query("select 1 as one")).rejects.toThrow("not queryable");
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
