import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { parseConfig } from "@team-chat/config";
import { provisionStreams } from "@team-chat/migrate";
import { hotPool } from "@team-chat/pg";
import { configSchema, run } from "@team-chat/realm-cli";
import {
  type NatsUser,
  type RedisUsers,
  type ServerHandle,
  startNats,
  startRedis,
} from "@team-chat/servers";
import { createDatabase, nextLook, settle, type TestDatabase } from "@team-chat/testkit";
import { Client } from "pg";

import { Environment } from "./environment.ts";
import { ManagedProcess, type ProcessName, programOf } from "./processes.ts";
import { demoOrganizations, placeEchoBot } from "./templates/demo.ts";
import { migrated } from "./templates/migrated.ts";

const partitions = 1;
export const services = ["users", "channels", "messages", "events", "webhooks", "gateway"] as const;
type Service = (typeof services)[number];
const programs: readonly ProcessName[] = [...services, "echo-bot"];

/** Those whom NATS and Redis let in, and who the processes are there. */
interface Logins {
  readonly natsUsers: readonly NatsUser[];
  readonly redisUsers: RedisUsers;
  /** Returns the variables with the secrets of a program, `migrate` included, as they are for who starts now. */
  readonly secretsOf: (program: string) => Readonly<Record<string, string>>;
}

export interface Options {
  /**
   * Those that are a process of their own, beside one of all others (docs/adr/0023-one-process-or-six.md), which takes
   * half the processor time to start; all when left out.
   */
  readonly apart?: readonly Service[];
  /** Folder of the release that the processes run at first; this one's when left out. */
  readonly sources?: string;
  /** True if each service has a second process, which is not started yet: `users-2`, and so on. */
  readonly isPaired?: boolean;
  /** Everybody may do everything when left out. */
  readonly logins?: Logins;
  /** Further variables of all processes. */
  readonly more?: Readonly<Record<string, string>>;
}

interface Servers {
  nats: ServerHandle;
  redis: ServerHandle;
}

/** The whole product as processes of its own, with the demo organizations, a NATS and a Redis of its own. */
export class Constellation implements AsyncDisposable {
  readonly #processes = new Map<ProcessName, ManagedProcess>();
  readonly #database: TestDatabase;
  readonly #servers: Servers;
  readonly #dir: string;
  readonly #environment: Environment;

  readonly #options: Options;

  private constructor(parts: {
    database: TestDatabase;
    servers: Servers;
    dir: string;
    options: Options;
  }) {
    this.#options = parts.options;
    this.#database = parts.database;
    this.#servers = parts.servers;
    this.#dir = parts.dir;
    this.#environment = new Environment({
      database: parts.database,
      natsUrl: parts.servers.nats.url,
      redisUrl: parts.servers.redis.url,
      partitions,
    });
  }

  /** Starts everything, on a database of the run's server, or on the given one, which is disposed of in the end. */
  static async start(given?: TestDatabase, options: Options = {}): Promise<Constellation> {
    const dir = mkdtempSync(path.join(tmpdir(), "constellation-"));
    const { natsUsers, redisUsers, secretsOf } = options.logins ?? {};
    const nats = await startNats({ dataDir: path.join(dir, "nats"), users: natsUsers });
    const redis = await startRedis({ dataDir: path.join(dir, "redis"), users: redisUsers });
    await provisionStreams({
      nats: { url: nats.url, credentials: secretsOf?.("migrate")["NATS_CREDENTIALS"] },
      partitions,
      replicas: 1,
      retentionMs: 3_600_000,
    });
    // An earlier release makes the organizations itself.
    const isCopied = given === undefined && options.sources === undefined;
    const database = given ?? (await createDatabase(isCopied ? demoOrganizations : migrated));
    if (given !== undefined) await migrated.migrate(given.adminUrl);
    const servers = { nats, redis };
    const constellation = new Constellation({ database, servers, dir, options });
    try {
      await constellation.#open(isCopied);
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
    return this.#servers.nats.url;
  }

  get redisUrl(): string {
    return this.#servers.redis.url;
  }

  /** Address of the database for its superuser. */
  get adminUrl(): string {
    return this.#database.adminUrl;
  }

  /** Folder of JetStream's files, which holds nothing else but the server's configuration. */
  get natsDir(): string {
    return path.join(this.#dir, "nats");
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
  async killNats(): Promise<(maxPayload?: string) => Promise<void>> {
    const { port } = this.#servers.nats;
    await killed(this.#servers.nats);
    return async (maxPayload) => {
      const given = maxPayload === undefined ? {} : { maxPayload };
      this.#servers.nats = await startNats({ dataDir: this.natsDir, port, ...given });
    };
  }

  /** Ends redis-server with SIGKILL and starts it again, empty, on its port. */
  async crashRedis(): Promise<void> {
    const startAgain = await this.killRedis();
    await startAgain();
  }

  /** Ends redis-server with SIGKILL; returns how to start it again, empty, on its port. */
  async killRedis(): Promise<() => Promise<void>> {
    const { port } = this.#servers.redis;
    await killed(this.#servers.redis);
    return async () => {
      this.#servers.redis = await startRedis({ dataDir: path.join(this.#dir, "redis"), port });
    };
  }

  /** Has NATS let in these users and nobody else from now on, without a restart. */
  changeNatsUsers(users: readonly NatsUser[]): void {
    const file = path.join(this.natsDir, "nats.conf");
    const authorization = `authorization: ${JSON.stringify({ users })}`;
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(/^authorization: .*$/m, () => authorization),
    );
    process.kill(this.#servers.nats.pid, "SIGHUP");
  }

  /** Starts Redis again, empty, with these users. */
  async restartRedis(users: RedisUsers): Promise<void> {
    const { port } = this.#servers.redis;
    await this.#servers.redis.stop();
    this.#servers.redis = await startRedis({ dataDir: path.join(this.#dir, "redis"), port, users });
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
    await settle({ adminUrl: this.#database.adminUrl, natsUrl: this.#servers.nats.url });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#processes.values()].map((one) => one.stop()));
    await this.#servers.nats.stop();
    await this.#servers.redis.stop();
    await this.#database.drop();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  async #open(hasDemo: boolean): Promise<void> {
    const { apart, isPaired = false, sources } = this.#options;
    const seconds = isPaired ? services.map((name) => `${name}-2` as const) : [];
    await this.#environment.choosePorts([...programs, ...seconds]);
    for (const name of seconds) this.#create(name);
    if (hasDemo) await placeEchoBot(this, Number(this.envOf("echo-bot")["PORT"]));
    const running =
      apart === undefined ? programs : (["all-services", "echo-bot", ...apart] as const);
    await Promise.all(running.map((name) => this.#create(name).start(sources)));
    if (!hasDemo) await this.realm("demo");
  }

  /** Returns the environment of a process. */
  envOf(name: ProcessName): Readonly<Record<string, string>> {
    const { logins, more } = this.#options;
    return { ...this.#environment.of(name), ...more, ...logins?.secretsOf(programOf(name)) };
  }

  #create(name: ProcessName): ManagedProcess {
    const { apart = [] } = this.#options;
    const runs =
      name === "all-services" ? services.filter((one) => !apart.includes(one)) : ([name] as const);
    const created = new ManagedProcess(name, {
      env: () =>
        runs.length === 1
          ? this.envOf(name)
          : {
              SERVICES: JSON.stringify(
                Object.fromEntries(runs.map((one) => [one, this.envOf(one)])),
              ),
            },
      ports: runs.map((one) => Number(this.#environment.of(one)["PORT"])),
      // The first one's tell of the process too.
      metricsPort: Number(this.#environment.of(runs[0] ?? name)["METRICS_PORT"]),
      dir: this.#dir,
    });
    this.#processes.set(name, created);
    return created;
  }
}

async function killed(server: ServerHandle): Promise<void> {
  process.kill(server.pid, "SIGKILL");
  await server.exited;
}
