import { createServer, type Socket } from "node:net";

import { GaveUp, runFor, type Work } from "@team-chat/work";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, test, vi } from "vitest";

import { hotPool, openDatabase, type PoolLimits, runPrepared, sql } from "../src/index.ts";
import { openPostgres } from "./open-postgres.ts";

const stack = new AsyncDisposableStack();
let url: string;
let admin: pg.Client;

beforeAll(async () => {
  ({ admin, url } = await openPostgres(stack));
});

afterAll(() => stack[Symbol.asyncDispose]());

const limits: PoolLimits = {
  requestMs: 20_000,
  statementMs: 30_000,
  lockMs: 20_000,
  idleInTransactionMs: 30_000,
  perRealm: 4,
};

const kinds = ["slonik", "bare", "prepared"] as const;
type Kind = (typeof kinds)[number];

interface Asking extends AsyncDisposable {
  /** Sleeps in the server, and answers the process number of the backend. */
  readonly sleep: (seconds: number) => Promise<number>;
}

async function open(kind: Kind, options: Partial<PoolLimits> & { max?: number } = {}) {
  const { max = 1, ...own } = options;
  const opening = { url, max, limits: { ...limits, ...own }, onIdleError: () => undefined };
  if (kind === "slonik") {
    const db = await openDatabase({ ...opening, maxPoolSize: max });
    return {
      sleep: (seconds: number) =>
        db.oneFirst(sql.unsafe`select pg_backend_pid() as pid from pg_sleep(${seconds}::float8)`),
      [Symbol.asyncDispose]: () => db.end(),
    } as Asking;
  }
  const pool = hotPool(opening);
  const text = "select pg_backend_pid() as pid from pg_sleep($1::float8)";
  return {
    sleep: async (seconds: number) =>
      kind === "bare"
        ? (await pool.query<{ pid: number }>(text, [seconds])).rows[0]?.pid
        : Number((await runPrepared(pool, { sql: text, values: [seconds] }))[0]?.["pid"]),
    [Symbol.asyncDispose]: () => pool.end(),
  } as Asking;
}

/** Counts the statements that sleep in the server. */
async function sleeping(): Promise<number> {
  const { rows } = await admin.query(
    "select from pg_stat_activity where state = 'active' and wait_event = 'PgSleep'",
  );
  return rows.length;
}

function workOf(controller?: AbortController, realmId?: number): Work & { given: GaveUp[] } {
  const given: GaveUp[] = [];
  const signal = controller && (() => controller.signal);
  return { operation: "sleep", realmId, signal, onGaveUp: (error) => given.push(error), given };
}

describe.for(kinds)("a statement of a request on a %s pool", (kind) => {
  test("a statement is ended on the server when nobody waits for it, and no other is hit", async ({
    expect,
  }) => {
    await using pool = await open(kind, { max: 2 });
    const controller = new AbortController();
    const work = workOf(controller);
    const given = runFor(work, () => pool.sleep(60));
    const other = runFor(workOf(), () => pool.sleep(1.5));
    const failure = expect(given).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await vi.waitFor(async () => expect(await sleeping()).toBe(2), 5000);
    controller.abort();
    await failure;
    expect(await sleeping()).toBe(1);
    expect(work.given.map(({ reason }) => reason)).toEqual(["gone"]);
    expect(await other).toBeGreaterThan(0);
    expect(await pool.sleep(0)).toBeGreaterThan(0);
  });

  test("a statement is not sent when nobody waits for it", async ({ expect }) => {
    await using pool = await open(kind);
    const controller = new AbortController();
    controller.abort();
    await expect(runFor(workOf(controller), () => pool.sleep(60))).rejects.toThrow(GaveUp);
    expect(await pool.sleep(0)).toBeGreaterThan(0);
  });

  test("a statement that takes too long is stopped, with when to try again, and the pool goes on", async ({
    expect,
  }) => {
    await using pool = await open(kind, { requestMs: 200 });
    const work = workOf();
    await expect(runFor(work, () => pool.sleep(60))).rejects.toMatchObject({
      status: 503,
      details: { "retry-after": 5 },
    });
    expect(await sleeping()).toBe(0);
    expect(work.given.map(({ reason }) => reason)).toEqual(["late"]);
    expect(await runFor(workOf(), () => pool.sleep(0))).toBeGreaterThan(0);
  });

  test("a statement in the background has no time limit but that of the server", async ({
    expect,
  }) => {
    await using pool = await open(kind, { requestMs: 50, statementMs: 400 });
    expect(await pool.sleep(0.2)).toBeGreaterThan(0);
    await expect(pool.sleep(60)).rejects.toThrow(/statement timeout/);
    await expect(runFor(workOf(), () => pool.sleep(60))).rejects.toThrow(GaveUp);
  });

  test("a statement is never hit by what was to cancel the one before it", async ({ expect }) => {
    await using pool = await open(kind);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6 }), async (afterMs) => {
        const controller = new AbortController();
        const given = runFor(workOf(controller), () => pool.sleep(0.003));
        const timer = setTimeout(() => controller.abort(), afterMs);
        const [outcome] = await Promise.allSettled([given]);
        if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(GaveUp);
        // As a statement that nobody gives up, right behind it on the only connection.
        expect(await pool.sleep(0.002)).toBeGreaterThan(0);
        clearTimeout(timer);
      }),
      { numRuns: 150 },
    );
  });
});

test("a wait for a lock ends, and the transaction with it", async ({ expect }) => {
  const db = await openDatabase({ url, limits: { ...limits, lockMs: 200 } });
  stack.defer(() => db.end());
  await admin.query("create table place (id int)");
  await admin.query("begin; lock table place");
  const insert = () => db.transaction((tx) => tx.query(sql.unsafe`insert into place values (1)`));
  await expect(runFor(workOf(), insert)).rejects.toThrow(GaveUp);
  await admin.query("commit");
  await runFor(workOf(), insert);
  expect((await admin.query("select from place")).rows).toHaveLength(1);
});

test("a transaction in which nobody asks anything is ended, and nothing of it is kept", async ({
  expect,
}) => {
  const db = await openDatabase({ url, limits: { ...limits, idleInTransactionMs: 100 } });
  stack.defer(() => db.end());
  await admin.query("create table kept (id int)");
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const inserted = Promise.withResolvers<undefined>();
  const given = db.transaction(async (tx) => {
    await tx.query(sql.unsafe`insert into kept values (1)`);
    inserted.resolve(undefined);
    await ended;
    await tx.query(sql.unsafe`insert into kept values (2)`);
  });
  const failure = expect(given).rejects.toThrow(/terminated/i);
  await inserted.promise;
  const idle = "select from pg_stat_activity where state = 'idle in transaction'";
  await vi.waitFor(async () => expect((await admin.query(idle)).rows).toHaveLength(0), 5000);
  resolve(undefined);
  await failure;
  expect((await admin.query("select from kept")).rows).toHaveLength(0);
});

test("what is given up in a transaction is rolled back, and commits are never interrupted", async ({
  expect,
}) => {
  const db = await openDatabase({ url, maxPoolSize: 1, limits });
  stack.defer(() => db.end());
  await admin.query("create table note (id int)");
  const controller = new AbortController();
  const given = runFor(workOf(controller), () =>
    db.transaction(async (tx) => {
      await tx.query(sql.unsafe`insert into note values (1)`);
      controller.abort();
      await tx.query(sql.unsafe`insert into note values (2)`);
    }),
  );
  await expect(given).rejects.toThrow(GaveUp);
  const late = new AbortController();
  await runFor(workOf(late), () =>
    db.transaction(async (tx) => {
      await tx.query(sql.unsafe`insert into note values (3)`);
      late.abort();
    }),
  );
  const { rows } = await admin.query("select id from note");
  expect(rows).toEqual([{ id: 3 }]);
});

test("a connection whose server does not take the cancellation is cut, and the next one works", async ({
  expect,
}) => {
  const { port } = new URL(url);
  const sockets = new Set<Socket>();
  let connections = 0;
  // Passes the first connection on; the second, which is to cancel, is refused.
  const proxy = createServer((socket) => {
    connections += 1;
    if (connections === 2) {
      socket.resetAndDestroy();
      return;
    }
    const through = new pg.Connection().stream as Socket;
    through.connect(Number(port), "127.0.0.1");
    for (const one of [socket, through]) sockets.add(one.on("error", () => undefined));
    socket.pipe(through).pipe(socket);
    socket.on("close", () => through.destroy());
  });
  await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
  stack.defer(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const address = proxy.address();
  const proxied = new URL(url);
  proxied.hostname = "127.0.0.1";
  proxied.port = String(typeof address === "object" ? address?.port : 0);
  const pool = hotPool({ url: proxied.href, max: 1, limits, onIdleError: () => undefined });
  stack.defer(() => pool.end());
  const controller = new AbortController();
  const given = runFor(workOf(controller), () => pool.query("select pg_sleep(60)"));
  const failure = expect(given).rejects.toThrow(/terminated/i);
  await vi.waitFor(async () => expect(await sleeping()).toBe(1), 5000);
  controller.abort();
  await failure;
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  // The server notices by itself that nobody is there.
  await vi.waitFor(async () => expect(await sleeping()).toBe(0), 5000);
});
