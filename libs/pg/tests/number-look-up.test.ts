import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { startPostgres } from "@team-chat/servers";
import pg from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";

import { NumberLookUp } from "../src/index.ts";

const text = "select value from looked_up where key = $1::int8";
const stack = new AsyncDisposableStack();
let url: string;
let admin: pg.Client;

beforeAll(async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "look-up-"));
  stack.defer(() => rmSync(dir, { recursive: true }));
  const server = stack.adopt(await startPostgres({ dataDir: dir, durable: false }), (running) =>
    running.stop(),
  );
  ({ url } = server);
  admin = stack.adopt(new pg.Client(url), (client) => client.end());
  await admin.connect();
  await admin.query("create table looked_up (key int8 primary key, value int8)");
  await admin.query("insert into looked_up select key, -key from generate_series(1, 300) key");
  await admin.query("insert into looked_up values (9007199254740991, 9007199254740990), (0, 0)");
});

afterAll(() => stack[Symbol.asyncDispose]());

function open(options: { readonly url?: string; readonly text?: string } = {}) {
  const errors: Error[] = [];
  const lookUp = new NumberLookUp({
    url,
    text,
    onError: (error) => {
      errors.push(error);
    },
    ...options,
  });
  return {
    errors,
    ask: (key: number) =>
      new Promise<number | null | Error>((resolve) => {
        lookUp.ask(key, resolve);
      }),
    [Symbol.asyncDispose]: () => lookUp[Symbol.asyncDispose](),
  };
}

/** Breaks the connections of all look-ups. */
async function terminate(): Promise<void> {
  await admin.query(
    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where query = $1",
    [text],
  );
}

describe("who asks is told of an error", () => {
  test("by a statement that Postgres refuses, each time", async ({ expect }) => {
    await using wrong = open({ text: "select value from nowhere where key = $1::int8" });
    for (const count of [1, 2]) {
      expect(await wrong.ask(1)).toMatchObject({ message: 'relation "nowhere" does not exist' });
      expect(wrong.errors).toHaveLength(count);
    }
  });

  test("while there is no server", async ({ expect }) => {
    await using nowhere = open({ url: "postgres://127.0.0.1:1/x" });
    const answers = await Promise.all([nowhere.ask(1), nowhere.ask(2)]);
    for (const answer of answers) expect(answer).toBeInstanceOf(Error);
  });

  test("when the connection is lost meanwhile, and asks anew on another one", async ({
    expect,
  }) => {
    await using found = open();
    await admin.query("begin; lock table looked_up");
    const waiting = found.ask(1);
    await untilLocked();
    await terminate();
    await admin.query("rollback");
    expect(await waiting).toBeInstanceOf(Error);
    expect(await found.ask(2)).toBe(-2);
    expect(found.errors.length).toBeGreaterThan(0);
  });
});

/** Resolves when somebody waits for the table. */
async function untilLocked(): Promise<void> {
  const waiting = "select from pg_locks where relation = 'looked_up'::regclass and not granted";
  while ((await admin.query(waiting)).rowCount === 0);
}

describe("a number", () => {
  test("is that of its key, null without a row", async ({ expect }) => {
    await using found = open();
    expect(await found.ask(0)).toBe(0);
    expect(await found.ask(7)).toBe(-7);
    expect(await found.ask(301)).toBeNull();
    expect(await found.ask(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER - 1);
    expect(found.errors).toEqual([]);
  });

  test("is told to each of many who ask at once", async ({ expect }) => {
    await using found = open();
    const keys = Array.from({ length: 400 }, (_, key) => key);
    const numbers = await Promise.all(keys.map((key) => found.ask(key)));
    expect(numbers).toEqual(keys.map((key) => (key > 300 ? null : 0 - key)));
  });

  test("is what was committed before it was asked for, also while others are waiting", async ({
    expect,
  }) => {
    await using found = open();
    for (let value = 1; value <= 50; value += 1) {
      const before = found.ask(300);
      await admin.query("update looked_up set value = $1 where key = 300", [value]);
      const during = found.ask(300);
      expect([value, value - 1, -300]).toContain(await before);
      expect(await during).toBe(value);
    }
  });

  test("is found on a new connection when the last one broke while nobody asked", async ({
    expect,
  }) => {
    await using found = open();
    expect(await found.ask(1)).toBe(-1);
    await terminate();
    const answers = [await found.ask(1), await found.ask(1)];
    expect(answers[1]).toBe(-1);
  });
});
