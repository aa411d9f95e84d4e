import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { parseConfig } from "@team-chat/config";
import { layoutOf } from "@team-chat/contract";
import * as migrations from "@team-chat/migrate";
import { hotPool } from "@team-chat/pg";
import { configSchema, run } from "@team-chat/realm-cli";
import { createDatabase, nextLook, settle, type TestDatabase } from "@team-chat/testkit";
import { Client } from "pg";

import { Environment } from "./environment.ts";
import { OwnServers, type ServerSettings } from "./faults/own-servers.ts";
import { type Release, templateOf } from "./faults/previous-release.ts";
import { ManagedProcess, type ProcessName, programOf } from "./processes.ts";
import { demoOrganizations, placeEchoBot } from "./templates/demo.ts";
import { migrated } from "./templates/migrated.ts";

const layout = "1";
/** The previous release asks for their number. */
const streams = { layout: layoutOf(layout), partitions: 1 };
export const services = ["users", "channels", "messages", "events", "webhooks", "gateway"] as const;
type Service = (typeof services)[number];
const programs: readonly ProcessName[] = [...services, "echo-bot"];

/** An installation that has secrets: its servers let in nobody else, and its processes know them. */
interface Installed {
  readonly servers: () => ServerSettings;
  /** Returns the address at which processes look for a server. */
  readonly addressOf: (url: string) => string;
  /** Brings the database and the streams up to date. */
  readonly migrate: (natsUrl: string) => Promise<void>;
  /** Returns the variables with the secrets of a program, as they are for who starts now. */
  readonly secretsOf: (program: string) => Readonly<Record<string, string>>;
  /** Returns what a process of several services needs beside their variables. */
  readonly processVariables: () => Readonly<Record<string, string>>;
}

export interface Options {
  /**
   * Those that are a process of their own, beside one of all others (docs/adr/0023-one-process-or-six.md), which takes
   * half the processor time to start; all when left out.
   */
  readonly apart?: readonly Service[];
  /** Release whose schema and programs there are at first; this one when left out. */
  readonly release?: Release;
  /** True if the given database has the demo organizations; they are made, as is the schema, when left out. */
  readonly hasDemo?: boolean;
  /** True if each service has a second process, which is not started yet: `users-2`, and so on. */
  readonly isPaired?: boolean;
  /** Everybody may do everything when left out. */
  readonly installed?: Installed;
  /** Further variables of all processes. */
  readonly more?: Readonly<Record<string, string>>;
}

const open = { nats: {}, redis: {} };

/** The whole product as processes of its own, with the demo organizations, a NATS and a Redis of its own. */
export class Constellation implements AsyncDisposable {
  readonly #processes = new Map<ProcessName, ManagedProcess>();
  readonly #database: TestDatabase;
  readonly #servers: OwnServers;
  readonly #dir: string;
  readonly #environment: Environment;

  readonly #options: Options;

  private constructor(parts: {
    database: TestDatabase;
    servers: OwnServers;
    dir: string;
    options: Options;
  }) {
    this.#options = parts.options;
    this.#database = parts.database;
    this.#servers = parts.servers;
    this.#dir = parts.dir;
    const { addressOf = (url: string) => url } = parts.options.installed ?? {};
    this.#environment = new Environment({
      database: parts.database,
      natsUrl: addressOf(parts.servers.natsUrl),
      redisUrl: addressOf(parts.servers.redisUrl),
      layout,
    });
  }

  /** Starts everything, on a database of the run's server, or on the given one, which is disposed of in the end. */
  static async start(given?: TestDatabase, options: Options = {}): Promise<Constellation> {
    const dir = mkdtempSync(path.join(tmpdir(), "constellation-"));
    const { hasDemo = given === undefined, installed, release } = options;
    const servers = await OwnServers.start(dir, installed?.servers ?? (() => open));
    const template = release === undefined ? demoOrganizations : templateOf(release);
    const database = given ?? (await createDatabase(template));
    if (installed === undefined) {
      await (release?.migrations ?? migrations).provisionStreams({
        nats: { url: servers.natsUrl },
        ...streams,
        replicas: 1,
        retentionMs: 3_600_000,
      });
      if (!hasDemo) await migrated.migrate(database.adminUrl);
    } else await installed.migrate(servers.natsUrl);
    const constellation = new Constellation({ database, servers, dir, options });
    try {
      // An earlier release makes the organizations itself.
      await constellation.#open(hasDemo && release === undefined);
    } catch (error) {
      await constellation[Symbol.asyncDispose]();
      throw error;
    }
    return constellation;
  }

  /** Address of the root organization. */
  get url(): string {
    return `http://localhost:${this.#environment.gatewayPort}`;
  }

  get natsUrl(): string {
    return this.#servers.natsUrl;
  }

  get redisUrl(): string {
    return this.#servers.redisUrl;
  }

  /** Address of the database for its superuser. */
  get adminUrl(): string {
    return this.#database.adminUrl;
  }

  /** Folder of JetStream's files, which holds nothing else but what the server is started with. */
  get natsDir(): string {
    return this.#servers.natsDir;
  }

  /** Everything that the process has logged. */
  log(name: ProcessName): string {
    return readFileSync(path.join(this.#dir, `${this.process(name).name}.log`), "utf8");
  }

  /** Returns the process of that name, or the one that runs that service beside others. */
  process(name: ProcessName): ManagedProcess {
    const found = this.#processes.get(name) ?? this.#processes.get("all-services");
    if (!found) throw new Error(`There is no process ${name}.`);
    return found;
  }

  /** Has processes that start from now on know another layout of event streams. */
  setLayout(text: string): void {
    this.#environment.setLayout(text);
  }

  /** Starts a further events process; resolves when it is ready. */
  async addEvents(name: `events-${number}`): Promise<ManagedProcess> {
    await this.#environment.choosePorts([name]);
    const added = this.#create(name);
    await added.start();
    return added;
  }

  /** Ends nats-server with SIGKILL and starts it again on its port and on what `meanwhile` leaves of its files. */
  async crashNats(meanwhile: () => void = () => undefined): Promise<void> {
    const startAgain = await this.killNats();
    meanwhile();
    await startAgain();
  }

  /**
   * Ends nats-server with SIGKILL; returns how to start it again on its port and on what is left of its files, with the
   * `max_payload` that our processes ask for unless it is given another.
   */
  killNats(): Promise<(maxPayload?: string) => Promise<void>> {
    return this.#servers.killNats();
  }

  /** Ends redis-server with SIGKILL and starts it again, empty, on its port. */
  async crashRedis(): Promise<void> {
    const startAgain = await this.killRedis();
    await startAgain();
  }

  /** Ends redis-server with SIGKILL; returns how to start it again, empty, on its port. */
  killRedis(): Promise<() => Promise<void>> {
    return this.#servers.killRedis();
  }

  /** Starts a server again on its port, with its settings as they are now. */
  async restart(server: "nats" | "redis"): Promise<void> {
    await (server === "nats" ? this.#servers.restartNats() : this.#servers.restartRedis());
  }

  /** Carries a command line of the operator out, and returns what it prints. */
  async realm(...args: readonly string[]): Promise<string> {
    return (await run(parseConfig(configSchema, this.envOf("users")), args)).join("\n");
  }

  /** Changes in the database what no operation does. */
  async query(text: string): Promise<void> {
    await this.rows(text);
  }

  /** Reads from the database what no operation tells of. */
  async rows<T extends object>(text: string): Promise<readonly T[]> {
    const db = hotPool({ url: this.#database.adminUrl, max: 1, onIdleError: console.error });
    const { rows } = await db.query<T>(text);
    await db.end();
    return rows;
  }

  /** Resolves when the database has some row that no operation tells of. */
  async hasRow(text: string): Promise<void> {
    const db = hotPool({ url: this.#database.adminUrl, max: 1, onIdleError: console.error });
    while ((await db.query(text)).rowCount === 0) await nextLook();
    await db.end();
  }

  /** Keeps a table from others, as a transaction does that is not ended; returns how to let it go. */
  async lock(table: string, mode: string): Promise<() => Promise<void>> {
    const client = new Client({ connectionString: this.#database.adminUrl });
    await client.connect();
    await client.query(`begin; lock table ${table} in ${mode} mode`);
    return () => client.end();
  }

  /** Resolves when everything committed was published and handled. */
  async settle(): Promise<void> {
    await settle({ adminUrl: this.#database.adminUrl, natsUrl: this.#servers.natsUrl });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#processes.values()].map((one) => one.stop()));
    await this.#servers.stop();
    await this.#database.drop();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  async #open(hasDemo: boolean): Promise<void> {
    const { apart, isPaired = false, release } = this.#options;
    const seconds = isPaired ? services.map((name) => `${name}-2` as const) : [];
    await this.#environment.choosePorts([...programs, ...seconds]);
    for (const name of seconds) this.#create(name);
    if (hasDemo) await placeEchoBot(this, Number(this.envOf("echo-bot")["PORT"]));
    const running =
      apart === undefined ? programs : (["all-services", "echo-bot", ...apart] as const);
    await Promise.all(running.map((name) => this.#create(name).start(release?.programs)));
    if (!hasDemo) await this.realm("demo");
  }

  /** Returns the environment of a process. */
  envOf(name: ProcessName): Readonly<Record<string, string>> {
    const { installed, more } = this.#options;
    return { ...this.#environment.of(name), ...more, ...installed?.secretsOf(programOf(name)) };
  }

  #environmentsOf(names: readonly ProcessName[]): string {
    return JSON.stringify(Object.fromEntries(names.map((one) => [one, this.envOf(one)])));
  }

  #create(name: ProcessName): ManagedProcess {
    const { apart = [], installed } = this.#options;
    const runs =
      name === "all-services" ? services.filter((one) => !apart.includes(one)) : ([name] as const);
    const created = new ManagedProcess(name, {
      env: () => ({
        ...installed?.processVariables(),
        ...(runs.length === 1 ? this.envOf(name) : { SERVICES: this.#environmentsOf(runs) }),
      }),
      ports: runs.map((one) => Number(this.#environment.of(one)["PORT"])),
      // The first one's tell of the process too.
      metricsPort: Number(this.#environment.of(runs[0] ?? name)["METRICS_PORT"]),
      dir: this.#dir,
    });
    this.#processes.set(name, created);
    return created;
  }
}
