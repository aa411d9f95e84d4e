import { AppError } from "@team-chat/errors";
import type pg from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";

import { databaseErrors, hotPool, openDatabase, sql } from "../src/index.ts";
import { openPostgres } from "./open-postgres.ts";
import { PostgresProxy } from "./postgres-proxy.ts";

const { isUnreachable } = databaseErrors;
const stack = new AsyncDisposableStack();
let url: string;
let admin: pg.Client;

beforeAll(async () => {
  ({ admin, url } = await openPostgres(stack));
});

afterAll(() => stack[Symbol.asyncDispose]());

const statements = {
  one: sql.unsafe`select 1`,
  sleep: sql.unsafe`select pg_sleep(60)`,
  misspelt: sql.unsafe`selec`,
  unknown: sql.unsafe`select x`,
  divided: sql.unsafe`select 1 / 0`,
  unread: sql.unsafe`select 'x'::int8`,
};
const mistakes = ["misspelt", "unknown", "divided", "unread"] as const;

interface Asking extends AsyncDisposable {
  readonly ask: (statement: keyof typeof statements) => Promise<unknown>;
}

const kinds = {
  slonik: async (at: string): Promise<Asking> => {
    const db = await openDatabase({ url: at, maxPoolSize: 1 });
    return {
      ask: (statement) => db.any(statements[statement]),
      [Symbol.asyncDispose]: () => db.end(),
    };
  },
  bare: (at: string): Promise<Asking> => {
    const pool = hotPool({ url: at, max: 1, onIdleError: () => undefined });
    return Promise.resolve({
      ask: (statement) => pool.query(statements[statement].sql),
      [Symbol.asyncDispose]: () => pool.end(),
    });
  },
} as const;

const cases = ["slonik", "bare"] as const;
const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => error,
  );

async function countSleepers(): Promise<number | null> {
  const found = "select from pg_stat_activity where wait_event = 'PgSleep'";
  return (await admin.query(found)).rowCount;
}

/** Ends the connections whose statements sleep; returns how many there were. */
async function endSleepers(): Promise<number | null> {
  const ended =
    "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'";
  return (await admin.query(ended)).rowCount;
}

describe("an error of a statement (docs/behaviour/api.md#error-codes)", () => {
  test.for(cases)(
    "a mistake in it does not say that the server is away: %s",
    async (kind, { expect }) => {
      await using asking = await kinds[kind](url);
      for (const mistake of mistakes) {
        const error = await failure(asking.ask(mistake));
        expect(error).toBeInstanceOf(Error);
        expect(isUnreachable(error)).toBe(false);
      }
    },
  );

  test.for(cases)("nobody listens: the server is away: %s", async (kind, { expect }) => {
    const proxy = await PostgresProxy.start(url);
    const at = proxy.url;
    await proxy[Symbol.asyncDispose]();
    await using asking = await kinds[kind](at);
    expect(isUnreachable(await failure(asking.ask("one")))).toBe(true);
  });

  test.for(cases)(
    "the connection breaks or is ended: the server is away: %s",
    async (kind, { expect }) => {
      const proxy = await PostgresProxy.start(url);
      await using asking = await kinds[kind](proxy.url);
      const ended = failure(asking.ask("sleep"));
      await expect.poll(endSleepers).toBe(1);
      expect(isUnreachable(await ended)).toBe(true);
      const cut = failure(asking.ask("sleep"));
      await expect.poll(countSleepers).toBe(1);
      await proxy[Symbol.asyncDispose]();
      expect(isUnreachable(await cut)).toBe(true);
      // Its statement goes on without it.
      await endSleepers();
      await expect.poll(countSleepers).toBe(0);
    },
  );

  test("a refusal that was caused by a lost connection stays what it is", ({ expect }) => {
    const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    expect(isUnreachable(cause)).toBe(true);
    expect(isUnreachable(new Error("It failed.", { cause }))).toBe(true);
    expect(isUnreachable(new AppError("BAD_REQUEST", "No.", { cause }))).toBe(false);
  });
});
