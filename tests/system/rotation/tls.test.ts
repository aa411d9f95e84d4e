import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { databaseLimits, env } from "@team-chat/config";
import { connectNats } from "@team-chat/nats";
import { ServicePools } from "@team-chat/pg";
import { openRedis } from "@team-chat/redis";
import type { ServerCertificate } from "@team-chat/servers";
import { createLogger, noMetrics } from "@team-chat/telemetry";
import { nextLook } from "@team-chat/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";

import { Client, type Listener } from "../client.ts";
import { asClient } from "./as-client.ts";
import { inCluster, Installation } from "./installation.ts";

const root = path.join(import.meta.dirname, "../../..");
/** Shorter than the wait for a lock, so that it is we who end the statement. */
const statementMs = 1000;
const silent = createLogger({ service: "users", level: "silent" });

let installation: Installation;
let sender: Client;
let receiver: Client;

beforeAll(async () => {
  const more = { REQUEST_STATEMENT_MS: String(statementMs) };
  installation = await Installation.start({ apart: [], more });
  const { url } = installation.constellation;
  sender = await Client.login(url, "member2@example.com");
  receiver = await Client.login(url, "member@example.com");
});

afterAll(() => installation[Symbol.asyncDispose]());

/** Sends until that succeeds, as clients do. */
async function send(content: string): Promise<void> {
  const message = { type: "channel", to: "general", topic: "tls", content };
  const headers = { "idempotency-key": content };
  while ((await sender.tryPost("/messages", message, headers))?.result !== "success")
    await nextLook();
}

/** Sends a message to somebody who listens, and resolves when it was heard. */
async function sendTo(listener: Listener, content: string): Promise<void> {
  await send(content);
  await listener.heard(content);
}

/** Tells over which connections our processes speak with PostgreSQL. */
async function connectionsInTheClear(): Promise<object | undefined> {
  const [counts] = await installation.constellation.rows<{ clear: string; all: string }>(
    `select count(*) filter (where not ssl) as clear, count(*) > 0 as any
     from pg_stat_ssl join pg_stat_activity using (pid)
     where backend_type = 'client backend' and usename <> 'postgres'`,
  );
  return counts;
}

interface MadeCertificates {
  readonly authority: string;
  readonly of: (server: string) => ServerCertificate;
}

/** Commands that make certificates as an installation has them, and some that have expired. */
const good = 'make_certificates "$1"';
const past =
  'authority "$1"; days=0; for one in postgres nats redis; do certificate "$1" $one $one; done';

function makeCertificates(commands: string): MadeCertificates {
  const folder = mkdtempSync(path.join(tmpdir(), "certificates-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync("bash", ["-euc", `. deploy/certificates; ${commands}`, "bash", folder], {
    cwd: root,
  });
  const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
  return {
    authority: read("ca.crt"),
    of: (server) => ({ certificate: read(`${server}.crt`), key: read(`${server}.key`) }),
  };
}

describe("an installation with the certificates of deploy/secrets (docs/subsystems/secrets.md#certificates)", () => {
  test("servers refuse to speak in the clear", async ({ expect }) => {
    const { natsUrl, redisUrl } = installation.constellation;
    const url = installation.secret("users-database", "DATABASE_URL");
    const inTheClear = new pg.Client({
      connectionString: url
        .replace("team-chat-rw.team-chat-data", "127.0.0.1")
        .replace("?ssl=true", ""),
    });
    await expect(inTheClear.connect()).rejects.toThrow("no encryption");
    expect(natsUrl).toMatch(/^tls:/);
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const redis = openRedis(redisUrl.replace("rediss:", "redis:"), {
      timeoutMs: 1000,
      onError: reject,
    });
    redis.once("ready", resolve);
    await expect(promise).rejects.toThrow();
    redis.disconnect();
  });

  test("a message is sent and heard, and a file uploaded, over TLS alone", async ({ expect }) => {
    const listener = await receiver.listen();
    await sendTo(listener, "over TLS");
    await listener.stop();
    expect(listener.problems).toEqual([]);
    const file = { name: "tls.txt", bytes: Buffer.alloc(100_000, "t") };
    expect(await sender.upload("/user_uploads", file)).toMatchObject({ result: "success" });
    expect(await connectionsInTheClear()).toEqual({ clear: 0, any: true });
  });

  test("a statement that takes too long is cancelled over TLS (docs/adr/0010-bounds-of-a-request.md)", async ({
    expect,
  }) => {
    const { constellation } = installation;
    const letGo = await constellation.lock("messages.message", "access exclusive");
    const message = { type: "channel", to: "general", topic: "tls", content: "late" };
    const answer = await sender.tryPost("/messages", message, {});
    expect(answer).toMatchObject({ result: "error" });
    const waiting = await constellation.rows(
      "select query from pg_stat_activity where wait_event_type = 'Lock' and usename = 'messages'",
    );
    await letGo();
    expect(waiting).toEqual([]);
  });

  test("each server that is started again is found again over TLS, nothing is lost, and 503 is said meanwhile", async ({
    expect,
  }) => {
    const { constellation } = installation;
    const listener = await receiver.listen();
    const isUnavailable = async () => {
      const unavailable = Array.from({ length: 5 }, () => ["SERVICE_UNAVAILABLE", 1]);
      expect(await askEverything()).toEqual(unavailable);
    };
    const restarts = [
      ["Redis", () => constellation.restart("redis")],
      ["NATS", () => constellation.restart("nats")],
      ["PostgreSQL", () => installation.restartPostgres(isUnavailable)],
    ] as const;
    for (const [name, restart] of restarts) {
      await restart();
      await sendTo(listener, `after ${name}`);
    }
    await listener.stop();
    expect(listener.problems).toEqual([]);
  });
});

/** Asks every service for what it keeps; returns the code of each answer, and when to come again. */
async function askEverything(): Promise<readonly (readonly unknown[])[]> {
  const message = { type: "channel", to: "general", topic: "tls", content: "too early" };
  const answers = await Promise.all([
    sender.get("/users/me"),
    sender.get("/streams"),
    sender.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }),
    sender.post("/messages", message),
    sender.get("/scheduled_messages"),
  ]);
  return answers.map((answer) => [answer["code"], answer["retry-after"]]);
}

interface Server {
  readonly name: string;
  readonly server: string;
  /** A server whose names in its certificate are others. */
  readonly other: string;
  readonly restart: () => Promise<void>;
  /** Connects as our processes do. @throws when that is not possible */
  readonly connect: () => Promise<void>;
}

const servers: readonly Server[] = [
  {
    name: "NATS",
    server: "nats",
    other: "redis",
    restart: () => installation.constellation.restart("nats"),
    connect: async () => {
      const credentials = installation.secret("users-nats", "NATS_CREDENTIALS");
      const url = inCluster(installation.constellation.natsUrl);
      await (await connectNats({ url, name: "users", credentials, log: silent })).close();
    },
  },
  {
    name: "PostgreSQL",
    server: "postgres",
    other: "nats",
    restart: () => installation.restartPostgres(),
    connect: async () => {
      await using pools = new ServicePools({
        service: "users",
        migrations: [],
        url: installation.secret("users-database", "DATABASE_URL"),
        limits: databaseLimits(env.databaseDefaults),
        metrics: noMetrics,
        log: silent,
      });
      await pools.main(1);
    },
  },
  {
    name: "Redis",
    server: "redis",
    other: "postgres",
    restart: () => installation.constellation.restart("redis"),
    connect: async () => {
      const { promise, reject, resolve } = Promise.withResolvers<void>();
      const redis = openRedis(inCluster(installation.constellation.redisUrl), {
        timeoutMs: 1000,
        credentials: installation.secret("gateway-redis", "REDIS_CREDENTIALS"),
        onError: reject,
      });
      redis.once("ready", resolve);
      await promise.finally(() => redis.disconnect());
    },
  },
];

describe("a certificate that is not taken (docs/subsystems/secrets.md#certificates)", () => {
  beforeAll(() => installation.constellation.process("all-services").stop());

  test.for(servers)(
    "a process that starts refuses a wrong certificate of $name in one sentence",
    async ({ connect, name, other, restart, server }, { expect }) => {
      const right = installation.certificate(server);
      const expired = makeCertificates(past);
      const believed = `${installation.secret("authority", "ca.crt")}${expired.authority}`;
      const answer = async (certificate: ServerCertificate) => {
        installation.show(server, certificate);
        await restart();
        return asClient(believed, connect).then(
          () => "connected",
          (error: unknown) => String(error),
        );
      };
      const refused = (why: string) =>
        expect.stringMatching(`The certificate of ${name} at \\S+ is refused, because ${why}`);
      const all = installation.constellation.process("all-services");
      expect(await answer(makeCertificates(good).of(server))).toEqual(
        refused("nobody whom we believe has signed it: let NODE_EXTRA_CA_CERTS name a file"),
      );
      await expect(all.start()).rejects.toThrow("ended with 1");
      expect(installation.constellation.log("all-services")).toEqual(
        refused("nobody whom we believe has signed it"),
      );
      expect(await answer(installation.certificate(other))).toEqual(
        refused("it is for other names: set [A-Z_]+ to one of those, or replace it"),
      );
      expect(await answer(expired.of(server))).toEqual(refused("it has expired: replace it"));
      expect(await answer(right)).toBe("connected");
    },
  );
});
