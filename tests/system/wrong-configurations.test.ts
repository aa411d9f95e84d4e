import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { databaseLimits, env } from "@team-chat/config";
import { getAuthState, layoutOf } from "@team-chat/contract";
import { createIdentitySigner } from "@team-chat/identity";
import { migrateStreams } from "@team-chat/migrate";
import { connectNats, provision } from "@team-chat/nats";
import { ServicePools } from "@team-chat/pg";
import { createServiceClient } from "@team-chat/rpc";
import { findFreePort, type ServerHandle, startNats } from "@team-chat/servers";
import { createLogger, noMetrics } from "@team-chat/telemetry";
import { createDatabase, type TestDatabase } from "@team-chat/testkit";
import { Client } from "pg";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";

import { Environment } from "./environment.ts";
import { ManagedProcess } from "./processes.ts";
import { migrated } from "./templates/migrated.ts";

const key = "00112233445566778899aabbccddeeff";
const otherKey = "ffeeddccbbaa99887766554433221100";
const layout = "2";
const caller = { kind: "service", name: "gateway" } as const;

const folder = mkdtempSync(path.join(tmpdir(), "wrong-"));
let database: TestDatabase;
let server: ServerHandle;

beforeAll(async () => {
  server = await startNats({ dataDir: path.join(folder, "nats") });
  await provisionStreams(server.url);
  database = await createDatabase(migrated);
});

afterAll(async () => {
  await server.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function provisionStreams(url: string): Promise<void> {
  const nats = await connectNats({ url, name: "migrate" });
  await provision(nats, { layout: layoutOf(layout), replicas: 1, retentionMs: 3_600_000 });
  await nats.close();
}

/** Calls a service of which no process runs, as its URL is wrong. */
async function callUnreachable(): Promise<void> {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  await using stack = new AsyncDisposableStack();
  const signer = createIdentitySigner(key);
  const users = stack.adopt(createServiceClient(url, { name: "users", signer }), (open) =>
    open.close(),
  );
  await users.call(getAuthState, caller, { host: "chat.example.com", since: 0 }, { realmId: 0 });
}

function callWithOtherKey(): void {
  const request = { method: "POST", target: "/internal/x" };
  const header = createIdentitySigner(otherKey).sign(caller, { ...request, to: "users:1" }, null);
  createIdentitySigner(key).verify(header, { ...request, address: "127.0.0.1:1" });
}

/** Starts as a process that uses event streams, with these PARTITIONS. */
async function connectWith(text: string): Promise<void> {
  const opened = await connectNats({ url: server.url, name: "users", layout: layoutOf(text) });
  await opened.close();
}

/** Runs migrate with these PARTITIONS. */
async function migrateTo(text: string): Promise<void> {
  await migrateStreams({
    adminUrl: database.adminUrl,
    nats: { url: server.url },
    layout: layoutOf(text),
    replicas: 1,
    retentionMs: 3_600_000,
    report: () => undefined,
  });
}

async function connectToSmall(): Promise<void> {
  const dataDir = path.join(folder, "small");
  await using small = await startNats({ dataDir, maxPayload: "1MB" });
  const opened = await connectNats({ url: small.url, name: "users" });
  await opened.close();
}

async function asSuperuser({ adminUrl }: TestDatabase, sql: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(sql);
  await admin.end();
}

/** Starts as a service on a schema of which an operator has not run the last migration, or none. */
async function openSchema(forget: string): Promise<void> {
  await asSuperuser(database, forget);
  await using pools = new ServicePools({
    service: "users",
    migrations: [path.join(import.meta.dirname, "../../services/users/migrations")],
    url: database.urlFor("users"),
    limits: databaseLimits(env.databaseDefaults),
    metrics: noMetrics,
    log: createLogger({ service: "users", level: "silent" }),
  });
  await pools.main(1);
}

interface Wrong {
  readonly what: string;
  readonly start: () => unknown;
  readonly says: RegExp;
}

/** A replica that nobody waits for is reported in restore.test.ts, where there is one. */
const wrong: readonly Wrong[] = [
  {
    what: "a service whose address is wrong",
    start: callUnreachable,
    says: /No process of users is reached: start one, set USERS_URL to where it listens/,
  },
  {
    what: "a service with another key",
    start: callWithOtherKey,
    says: /the keys in IDENTITY_KEY of both processes have none in common/,
  },
  {
    what: "a process with fewer PARTITIONS than migrate",
    start: () => connectWith("1"),
    says: /PARTITIONS is 1, but organizations are spread by 2: set it to that everywhere/,
  },
  {
    what: "a process with raised PARTITIONS before migrate has them",
    start: () => connectWith("2,5000:4"),
    says: /PARTITIONS is 2,5000:4, but organizations are spread by 2: .*run migrate with 2,5000:4 first/,
  },
  {
    what: "a migrate with PARTITIONS that move organizations",
    start: () => migrateTo("1"),
    says: /PARTITIONS is 1, but organizations are spread by 2, and none of them may move: set it to/,
  },
  {
    what: "a migrate with a first id that is near",
    start: () => migrateTo("2,50:4"),
    says: /PARTITIONS is 2,50:4, but ids of organizations are given out up to 1: take a first id above 1001/,
  },
  {
    what: "a NATS that takes short messages only",
    start: connectToSmall,
    says: /takes messages of 1048576 bytes at most.+set its max_payload to 8MB/,
  },
  {
    what: "a database that lacks a migration",
    start: () => openSchema("delete from users.migration where name = '0001-realms-and-users.sql'"),
    says: /lacks 1 migration\(s\).+0001-realms-and-users\.sql: run migrate of this release before/,
  },
  {
    what: "a database that migrate has never seen",
    start: () => openSchema("drop table users.migration"),
    says: /The schema users in PostgreSQL lacks \d+ migration\(s\)/,
  },
];

describe("a wrong configuration (docs/install.md)", () => {
  test.for(wrong)(
    "$what is told in a sentence that says what to do",
    async ({ says, start }, { expect }) => {
      const announced = await Promise.resolve()
        .then(start)
        .then(
          () => "nothing",
          (error: unknown) => sentencesOf(error),
        );
      expect(announced).toMatch(says);
    },
  );
});

interface WrongProgram {
  readonly what: string;
  /** Makes something wrong and returns the variables that say where it is. */
  readonly makeWrong: (copy: TestDatabase) => Promise<Readonly<Record<string, string>>>;
  readonly says: RegExp;
}

const wrongPrograms: readonly WrongProgram[] = [
  {
    what: "a variable that cannot be read",
    makeWrong: () => Promise.resolve({ IDENTITY_KEY: "short" }),
    says: /The configuration is wrong:\n +IDENTITY_KEY/,
  },
  {
    what: "PARTITIONS that are no layout",
    makeWrong: () => Promise.resolve({ PARTITIONS: "2,5000" }),
    says: /The configuration is wrong:\n +PARTITIONS: must be a number of event streams, such as 16/,
  },
  {
    what: "another number of PARTITIONS",
    makeWrong: () => Promise.resolve({ PARTITIONS: "1" }),
    says: /PARTITIONS is 1, but organizations are spread by 2: set it to that everywhere/,
  },
  {
    what: "a NATS that takes short messages only",
    makeWrong: async () => {
      const short = await startNats({ dataDir: path.join(folder, "short"), maxPayload: "1MB" });
      onTestFinished(() => short.stop());
      return { NATS_URL: short.url };
    },
    says: /takes messages of 1048576 bytes at most.+set its max_payload to 8MB/,
  },
  {
    what: "a database that lacks a migration",
    makeWrong: async (copy) => {
      await asSuperuser(
        copy,
        "delete from users.migration where name = '0001-realms-and-users.sql'",
      );
      return {};
    },
    says: /lacks 1 migration\(s\).+0001-realms-and-users\.sql: run migrate of this release before/,
  },
];

/** Makes a process of `users`, which is not started yet, on a database of its own. */
async function newProgram(copy: TestDatabase, variables: Readonly<Record<string, string>>) {
  const dir = mkdtempSync(path.join(folder, "program-"));
  const redisUrl = "redis://127.0.0.1:1";
  const environment = new Environment({
    database: copy,
    natsUrl: server.url,
    redisUrl,
    layout,
  });
  await environment.choosePorts(["users", "channels", "messages", "webhooks", "events", "gateway"]);
  const all = { ...environment.of("users"), ...variables };
  const program = new ManagedProcess("users", {
    env: () => all,
    ports: [Number(all["PORT"])],
    metricsPort: Number(all["METRICS_PORT"]),
    dir,
  });
  onTestFinished(() => program.kill());
  return { program, log: () => readFileSync(path.join(dir, "users.log"), "utf8") };
}

async function newDatabase(): Promise<TestDatabase> {
  const copy = await createDatabase(migrated);
  onTestFinished(() => copy.drop());
  return copy;
}

describe("a program with a wrong configuration (docs/install.md)", () => {
  test.for(wrongPrograms)(
    "a program with $what ends, and says what to do",
    async ({ makeWrong, says }, { expect }) => {
      const copy = await newDatabase();
      const { log, program } = await newProgram(copy, await makeWrong(copy));
      await expect(program.start()).rejects.toThrow("users ended with 1");
      expect(log()).toMatch(says);
    },
  );

  test("a program that is started before NATS says that it waits, and goes on when it comes", async ({
    expect,
  }) => {
    const dataDir = path.join(folder, "late");
    const earlier = await startNats({ dataDir });
    await provisionStreams(earlier.url);
    await earlier.stop();
    const { log, program } = await newProgram(await newDatabase(), { NATS_URL: earlier.url });
    const started = program.start();
    await expect.poll(log).toContain("NATS does not answer: the start waits for it");
    const late = await startNats({ dataDir, port: earlier.port });
    onTestFinished(() => late.stop());
    await started;
    expect(log()).not.toContain('"level":50');
  });
});

/** Returns what the log says of an error: its message and those of its causes. */
function sentencesOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${sentencesOf(error.cause)}` : "";
}
