import { execFileSync } from "node:child_process";
import { realpathSync, rmSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { jetstream, type JsMsg } from "@nats-io/jetstream";
import { type Bundle, type BundleFacts, eventStreamName, layoutOf } from "@team-chat/contract";
import { commitTimeOf, connectNats, type Nats, provision, ReceivedBundle } from "@team-chat/nats";
import { type Database, migrateService, openDatabase, serviceDatabaseUrl } from "@team-chat/pg";
import { type ServerHandle, startNats, startPostgres } from "@team-chat/servers";
import { noMetrics } from "@team-chat/telemetry";

import { openOutbox, type Outbox, type OutboxOptions, outboxMigrations } from "../src/index.ts";

export const service = "tester";
export const settings = {
  layout: layoutOf("1"),
  replicas: 1,
  retentionMs: 3_600_000,
  duplicatesMs: 1000,
};

/** A process with an outbox of its own; several share one database and one NATS server. */
export interface Writer extends AsyncDisposable {
  readonly db: Database;
  readonly nats: Nats;
  readonly outbox: Outbox;
  readonly errors: unknown[];
  readonly logged: Logged[];
}

type Logged = Readonly<Record<string, unknown>> & { readonly message: string };

interface WorldOptions {
  /** Services that may have writers; one when left out. */
  readonly services?: readonly string[];
  /** Settings of PostgreSQL. */
  readonly database?: Readonly<Record<string, string>>;
}

/** Files of an empty PostgreSQL, for all worlds of this process: to make them takes ten times as long as to copy. */
let cluster: Promise<string> | undefined;

async function makeCluster(): Promise<string> {
  const dataDir = path.join(await makeFolder("cluster-"), "pg");
  const server = await startPostgres({ dataDir, durable: false });
  await server.stop();
  return dataDir;
}

/** Makes a folder that PostgreSQL may enter, which runs as another user when the tests run as root. */
async function makeFolder(prefix: string): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), prefix));
  await chmod(dir, 0o711);
  return dir;
}

/** A database and a NATS server for one test file, which it may stop, start again and empty. */
export class World implements AsyncDisposable {
  readonly #dir: string;
  #postgres: ServerHandle;
  #nats: ServerHandle;

  private constructor(dir: string, postgres: ServerHandle, nats: ServerHandle) {
    this.#dir = dir;
    this.#postgres = postgres;
    this.#nats = nats;
  }

  static async create({ database = {}, services = [service] }: WorldOptions = {}): Promise<World> {
    const dir = await makeFolder("outbox-");
    const dataDir = path.join(dir, "pg");
    cluster ??= makeCluster();
    execFileSync("cp", ["-a", await cluster, dataDir]);
    const postgres = await startPostgres({ dataDir, durable: false, settings: database });
    const nats = await startNats({ dataDir: path.join(dir, "nats") });
    for (const name of services)
      await migrateService({
        adminUrl: postgres.url,
        service: name,
        password: "secret",
        dirs: [outboxMigrations],
      });
    return new World(dir, postgres, nats);
  }

  /** Address of the database for the service's role. */
  get url(): string {
    return this.urlOf(service);
  }

  /** Address of the database for the role of one of several services. */
  urlOf(name: string): string {
    return serviceDatabaseUrl(this.#postgres.url, name, "secret");
  }

  async writer(
    overrides: Partial<Pick<OutboxOptions, "leases" | "onHistory" | "service">> & {
      layout?: string;
    } = {},
  ): Promise<Writer> {
    const { layout = settings.layout.text, service: name = service } = overrides;
    // Every process learns by itself which organizations it does not know.
    const streams = { ...settings, layout: layoutOf(layout) };
    const url = this.urlOf(name);
    const db = await openDatabase({ url });
    const nats = await connectNats({ url: this.#nats.url, name });
    const errors: unknown[] = [];
    const logged: Logged[] = [];
    const outbox = openOutbox({
      service,
      db,
      url,
      nats,
      leases: { max: 100, idleMs: 60_000 },
      streams,
      sourceOf: (facts) =>
        facts?.eventTypes.includes("apart") === true ? `${service}.apart` : service,
      log: {
        info: (details, message) => logged.push({ ...details, message }),
        warn: (details, message) => logged.push({ ...details, message }),
        error: (details, message) => logged.push({ ...details, message }),
      },
      onError: (error) => errors.push(error),
      metrics: noMetrics,
      ...overrides,
    });
    await provision(nats, streams);
    const dispose = async () => {
      await outbox[Symbol.asyncDispose]();
      await nats.close();
      await db.end();
    };
    return { db, nats, outbox, errors, logged, [Symbol.asyncDispose]: dispose };
  }

  /** Stops NATS, with `forget` deletes everything it stored, and starts it again on the same port. */
  async restartNats({
    forget = false,
    whileDown = async () => {},
    maxPayload = "8MB",
  }: {
    forget?: boolean;
    whileDown?: () => Promise<void>;
    maxPayload?: string;
  } = {}): Promise<void> {
    const { port } = this.#nats;
    await this.#nats.stop();
    await whileDown();
    if (forget) rmSync(path.join(this.#dir, "nats"), { recursive: true });
    this.#nats = await startNats({ dataDir: path.join(this.#dir, "nats"), port, maxPayload });
  }

  /** Stops PostgreSQL and starts it again on the same port, on what `meanwhile` leaves of its files. */
  async restartPostgres(meanwhile: () => void = () => undefined): Promise<void> {
    const { port } = this.#postgres;
    await this.#postgres.stop();
    meanwhile();
    this.#postgres = await startPostgres({ dataDir: this.#postgresDir, port, durable: false });
  }

  /** Copies PostgreSQL's files; returns what puts them back. */
  async copyPostgres(): Promise<() => Promise<void>> {
    const copy = `${realpathSync(this.#postgresDir)}-${Date.now()}`;
    const real = realpathSync(this.#postgresDir);
    await this.restartPostgres(() => execFileSync("cp", ["-a", real, copy]));
    return () =>
      this.restartPostgres(() => {
        rmSync(real, { recursive: true });
        execFileSync("mv", [copy, real]);
      });
  }

  get #postgresDir(): string {
    return path.join(this.#dir, "pg");
  }

  /** Runs something while NATS answers nothing, though its connections stay. */
  async whileNatsHangs(work: () => Promise<void>): Promise<void> {
    process.kill(this.#nats.pid, "SIGSTOP");
    try {
      await work();
    } finally {
      process.kill(this.#nats.pid, "SIGCONT");
    }
  }

  /** Every bundle of the stream in order, at least `count`. */
  bundles(count: number): Promise<readonly Bundle[]> {
    return this.#read(count, (message) => message.json<Bundle>());
  }

  /** The facts of the realm's bundles in order, of which there are at least `count`. */
  async facts(realmId: number, count: number): Promise<readonly (BundleFacts | null)[]> {
    const all = await this.#read(count, (message) => new ReceivedBundle(message));
    return all.filter(({ realm }) => realm === realmId).map(({ facts }) => facts);
  }

  /** Times at which the bundles of the stream were committed, in their order, at least `count`. */
  commitTimes(count: number): Promise<readonly number[]> {
    return this.#read(count, commitTimeOf);
  }

  async #read<T>(count: number, read: (message: JsMsg) => T): Promise<readonly T[]> {
    const nats = await connectNats({ url: this.#nats.url, name: "reader" });
    try {
      const consumer = await jetstream(nats).consumers.get(eventStreamName(0));
      const all: T[] = [];
      for await (const message of await consumer.consume()) {
        all.push(read(message));
        if (all.length >= count && message.info.pending === 0) break;
      }
      return all;
    } finally {
      await nats.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#nats.stop();
    await this.#postgres.stop();
    rmSync(this.#dir, { recursive: true });
  }
}
