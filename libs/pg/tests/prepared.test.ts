import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { startPostgres } from "@team-chat/servers";
import { afterAll, beforeAll, describe, test } from "vitest";

import { hotPool, type HotPool, preparedPool, runPrepared } from "../src/index.ts";

const stack = new AsyncDisposableStack();
let url: string;

beforeAll(async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "prepared-"));
  stack.defer(() => rmSync(dir, { recursive: true }));
  const server = stack.adopt(await startPostgres({ dataDir: dir, durable: false }), (running) =>
    running.stop(),
  );
  ({ url } = server);
});

afterAll(() => stack[Symbol.asyncDispose]());

function open(max = 1): AsyncDisposable & { readonly pool: HotPool } {
  const pool = hotPool({ url, max, onIdleError: () => undefined });
  return { pool, [Symbol.asyncDispose]: () => pool.end() };
}

const kept = { sql: "select name, parameter_types::text from pg_prepared_statements", values: [] };

describe("a prepared statement", () => {
  test("a prepared statement rejects with what the server says, and others go on", async ({
    expect,
  }) => {
    await using opened = open();
    const { pool } = opened;
    const wrong = { sql: "select 1 / ($slonik_1::int8 - 1) as one", values: [1] };
    await expect(runPrepared(pool, wrong)).rejects.toMatchObject({ code: "22012" });
    expect(await runPrepared(pool, { ...wrong, values: [2] })).toEqual([{ one: "1" }]);
    await expect(runPrepared(pool, wrong)).rejects.toMatchObject({ code: "22012" });
    const unknown = { sql: "select nothing from nowhere", values: [] };
    await expect(runPrepared(pool, unknown)).rejects.toMatchObject({ code: "42P01" });
    await expect(runPrepared(pool, unknown)).rejects.toMatchObject({ code: "42P01" });
    expect(await runPrepared(pool, { ...wrong, values: [3] })).toEqual([{ one: "0" }]);
  });

  test("a prepared statement rejects when its connection breaks, and when there is none", async ({
    expect,
  }) => {
    await using opened = open();
    const { pool } = opened;
    const suicide = { sql: "select pg_terminate_backend(pg_backend_pid())", values: [] };
    await expect(runPrepared(pool, suicide)).rejects.toThrow(/terminat/);
    expect(await runPrepared(pool, { sql: "select 1 as one", values: [] })).toEqual([{ one: "1" }]);
    const nowhere = hotPool({
      url: "postgres://127.0.0.1:1/none",
      max: 1,
      onIdleError: () => undefined,
    });
    await expect(runPrepared(nowhere, suicide)).rejects.toThrow("ECONNREFUSED");
    await nowhere.end();
  });

  test("a prepared statement answers rows as texts by the names of columns, of values of every kind", async ({
    expect,
  }) => {
    await using opened = open();
    const query = {
      sql: `select $slonik_1::int8 as number, $slonik_2::text as "aText", $slonik_3::bool as flag, $slonik_4::text as nothing,
        array_length($slonik_5::text[], 1) as length, ($slonik_5::text[])[2] as second, $slonik_6::int8[] as ids
        from generate_series(1, 2)`,
      values: [7, 'a "b" \\ ü', true, null, ["x", 'y"\\,{}'], [3, 4]],
    };
    const row = {
      number: "7",
      aText: 'a "b" \\ ü',
      flag: "t",
      nothing: null,
      length: "2",
      second: 'y"\\,{}',
      ids: "{3,4}",
    };
    for (let time = 0; time < 3; time += 1)
      expect(await runPrepared(opened.pool, query)).toEqual([row, row]);
    const none = { sql: "select 1 as one where $slonik_1::int8 = 2", values: [1] };
    expect(await runPrepared(opened.pool, none)).toEqual([]);
  });

  test("a prepared statement is prepared once by each connection", async ({ expect }) => {
    await using opened = open(3);
    const { pool } = opened;
    const query = { sql: "select $slonik_1::int8 as it", values: [5] };
    for (let time = 0; time < 3; time += 1) {
      const all = await Promise.all([1, 2, 3].map(() => runPrepared(pool, query)));
      expect(all.flat().map(({ it }) => it)).toEqual(["5", "5", "5"]);
    }
    const together = Promise.withResolvers<undefined>();
    let lent = 0;
    const ask = () =>
      pool.withClient(async (client) => {
        lent += 1;
        if (lent === 3) together.resolve(undefined);
        await together.promise;
        return client.query<{ parameter_types: string }>(kept.sql);
      });
    for (const { rows } of await Promise.all([ask(), ask(), ask()]))
      expect(rows.map(({ parameter_types: types }) => types)).toEqual(["{bigint}"]);
  });

  test("a prepared statement is planned once where the pool says so, and the hundredth and first text is not kept", async ({
    expect,
  }) => {
    const pool = preparedPool({ url, max: 1, onIdleError: () => undefined });
    stack.defer(() => pool.end());
    for (let index = 0; index < 110; index += 1) {
      const query = { sql: `select ${index} as it, $slonik_1::int8 as value`, values: [index] };
      const row = { it: String(index), value: String(index) };
      expect(await runPrepared(pool, query)).toEqual([row]);
      expect(await runPrepared(pool, query)).toEqual([row]);
    }
    const [counted] = await runPrepared<{ count: string }>(pool, {
      sql: "select count(*) filter (where generic_plans = 2) as count from pg_prepared_statements",
      values: [],
    });
    expect(Number(counted?.count)).toBeGreaterThan(80);
    expect(Number(counted?.count)).toBeLessThan(101);
  });
});
