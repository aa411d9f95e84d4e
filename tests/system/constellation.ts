import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { migrateDatabase, provisionStreams } from "@team-chat/migrate";
import { findFreePort, type ServerHandle, startNats } from "@team-chat/servers";
import {
  createDatabase,
  rolePassword,
  settle,
  type TestDatabase,
  testServers,
} from "@team-chat/testkit";

import { ManagedProcess, type ProcessName } from "./processes.ts";

const partitions = 1;
const owners = ["users", "channels", "messages", "webhooks"] as const;

/** The whole product as processes of its own, with the demo organizations. */
export class Constellation implements AsyncDisposable {
  readonly processes: ReadonlyMap<ProcessName, ManagedProcess>;
  readonly #database: TestDatabase;
  #nats: ServerHandle;
  readonly #dir: string;

  private constructor(parts: {
    processes: ReadonlyMap<ProcessName, ManagedProcess>;
    database: TestDatabase;
    nats: ServerHandle;
    dir: string;
  }) {
    this.processes = parts.processes;
    this.#database = parts.database;
    this.#nats = parts.nats;
    this.#dir = parts.dir;
  }

  static async start(): Promise<Constellation> {
    const dir = mkdtempSync(path.join(tmpdir(), "constellation-"));
    const nats = await startNats({ dataDir: path.join(dir, "nats") });
    await provisionStreams({ natsUrl: nats.url, partitions, replicas: 1, retentionMs: 3_600_000 });
    const database = await createDatabase({
      name: "all-services",
      migrate: async (adminUrl) => {
        await migrateDatabase({ adminUrl, passwordOf: () => rolePassword });
      },
    });
    const { env, ports } = await environment({ database, natsUrl: nats.url });
    const processes = new Map<ProcessName, ManagedProcess>();
    for (const [name, port] of ports)
      processes.set(name, new ManagedProcess(name, { env: env(name), port, dir }));
    const constellation = new Constellation({ processes, database, nats, dir });
    try {
      await Promise.all([...processes.values()].map((one) => one.start()));
      await createDemo(env("users"));
    } catch (error) {
      await constellation[Symbol.asyncDispose]();
      throw error;
    }
    return constellation;
  }

  /** Address of the root organization. */
  get url(): string {
    return this.process("gateway").url.replace("127.0.0.1", "localhost");
  }

  process(name: ProcessName): ManagedProcess {
    const found = this.processes.get(name);
    if (!found) throw new Error(`There is no process ${name}.`);
    return found;
  }

  /** Ends nats-server with SIGKILL and starts it again on its files and port. */
  async crashNats(): Promise<void> {
    const { exited, pid, port } = this.#nats;
    process.kill(pid, "SIGKILL");
    await exited;
    this.#nats = await startNats({ dataDir: path.join(this.#dir, "nats"), port });
  }

  /** Resolves when everything committed was published and handled. */
  async settle(): Promise<void> {
    await settle({ adminUrl: this.#database.adminUrl, natsUrl: this.#nats.url });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.processes.values()].map((one) => one.stop()));
    await this.#nats.stop();
    await this.#database.drop();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

const names: readonly ProcessName[] = [
  "users",
  "channels",
  "messages",
  "events",
  "webhooks",
  "gateway",
  "echo-bot",
];

async function environment({ database, natsUrl }: { database: TestDatabase; natsUrl: string }) {
  const ports = new Map<ProcessName, number>();
  for (const name of names) ports.set(name, await findFreePort());
  const linkPort = await findFreePort();
  const at = (name: ProcessName) => `http://127.0.0.1:${ports.get(name)}`;
  const common = {
    MODE: "development",
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    NATS_URL: natsUrl,
    REDIS_URL: testServers().redisUrl,
    PARTITIONS: String(partitions),
    IDENTITY_KEY: "00112233445566778899aabbccddeeff",
    EXTERNAL_HOST: `localhost:${ports.get("gateway")}`,
    USERS_URL: at("users"),
    CHANNELS_URL: at("channels"),
    MESSAGES_URL: at("messages"),
    WEBHOOKS_URL: at("webhooks"),
    LINK_PORT: String(linkPort),
    ECHO_BOT_PORT: String(ports.get("echo-bot")),
    ECHO_BOT_URL: `${at("echo-bot")}/`,
    DATABASE_ADMIN_URL: database.adminUrl,
  };
  const env = (name: ProcessName): Record<string, string> => {
    const owner = owners.find((one) => one === name);
    const url = owner ? { DATABASE_URL: database.urlFor(owner) } : {};
    return { ...common, ...url, PORT: String(ports.get(name)) };
  };
  return { env, ports };
}

async function createDemo(env: Readonly<Record<string, string>>): Promise<void> {
  const tool = path.join(import.meta.dirname, "../../tools/realm/src/main.ts");
  await promisify(execFile)(process.execPath, [tool, "demo"], { env: { ...process.env, ...env } });
}
