import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { bundledPrograms } from "@team-chat/bundle";
import { migrateDatabase } from "@team-chat/migrate";
import { type ServerCertificate, type ServerHandle, startPostgres } from "@team-chat/servers";
import { roleUrl, type TestDatabase } from "@team-chat/testkit";
import { parse } from "yaml";
import { z } from "zod";

import { Constellation, type Options, services } from "../constellation.ts";
import type { ServerSettings } from "../faults/own-servers.ts";
import type { ProcessName } from "../processes.ts";
import { Cluster, type Secrets } from "./cluster.ts";
import { makeSecrets } from "./secrets.ts";

const root = path.join(import.meta.dirname, "../../..");
const namesOfPods = pathToFileURL(path.join(import.meta.dirname, "names-of-pods.ts")).href;
const natsFolder = path.join(root, "deploy/data/base/nats");

const configMap = z.object({ data: z.record(z.string(), z.string()) });

/** Names of the servers in the cluster, which their certificates are for. */
const names = { nats: "nats.team-chat-data", redis: "redis.team-chat-data" } as const;

/**
 * The whole product with what deploy/secrets makes: everybody has a password, and the servers speak TLS and nothing
 * else. An old process ends when the new one is ready, as in a cluster.
 */
export class Installation implements AsyncDisposable {
  readonly constellation: Constellation;
  readonly cluster: Cluster;
  readonly #secrets: Secrets;
  readonly #database: Database;

  private constructor(parts: {
    readonly constellation: Constellation;
    readonly cluster: Cluster;
    readonly secrets: Secrets;
    readonly database: Database;
  }) {
    this.constellation = parts.constellation;
    this.cluster = parts.cluster;
    this.#secrets = parts.secrets;
    this.#database = parts.database;
  }

  static async start(options: Omit<Options, "installed">): Promise<Installation> {
    const secrets = makeSecrets();
    const database = await Database.start(secrets);
    const authorityFile = path.join(database.dir, "authority.crt");
    const processVariables = () => {
      writeFileSync(authorityFile, valueOf(secrets, "authority", "ca.crt"));
      return { NODE_EXTRA_CA_CERTS: authorityFile, NODE_OPTIONS: `--import=${namesOfPods}` };
    };
    const migrate = (natsUrl: string) =>
      runMigrate({
        ...processVariables(),
        ...variablesOf(secrets, "migrate"),
        NATS_URL: inCluster(natsUrl),
      });
    const constellation = await Constellation.start(database, {
      ...options,
      installed: {
        servers: () => settingsOf(secrets),
        addressOf: inCluster,
        migrate,
        secretsOf: (program) => variablesOf(secrets, program),
        processVariables,
      },
    });
    const running = new Map<string, ProcessName>(services.map((name) => [name, name]));
    const replace = async (name: string) => {
      if (name === "redis" || name === "nats") {
        await constellation.restart(name);
        return;
      }
      const service = services.find((one) => one === name) ?? "gateway";
      const old = running.get(service) ?? service;
      const other = old === service ? (`${service}-2` as const) : service;
      running.set(service, other);
      await constellation.process(other).start();
      await constellation.process(old).stop();
    };
    // One after the other: pods of a cluster have processors of their own to start on.
    let replaced: Promise<void> = Promise.resolve();
    const cluster = await Cluster.start(secrets, {
      replace: (name) => {
        const run = () => replace(name);
        replaced = replaced.then(run, run);
        return replaced;
      },
      migrate: () => giveRoles(database.adminUrl, variablesOf(secrets, "migrate")),
      reload: () => database.reload(secrets),
    });
    return new Installation({ constellation, cluster, secrets, database });
  }

  secret(name: string, key: string): string {
    return valueOf(this.#secrets, name, key);
  }

  /** Returns the certificate that a server shows from its next start on. */
  certificate(server: string): ServerCertificate {
    return certificateOf(this.#secrets, server);
  }

  /** Changes the certificate that a server shows from its next start on. */
  show(server: string, { certificate, key }: ServerCertificate): void {
    const secret = this.#secrets.get(`${server}-tls`);
    secret?.set("tls.crt", certificate).set("tls.key", key);
  }

  /** Starts PostgreSQL again on its port; it is away meanwhile. */
  restartPostgres(meanwhile?: () => Promise<void>): Promise<void> {
    return this.#database.restart(this.#secrets, meanwhile);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cluster[Symbol.asyncDispose]();
    await this.constellation[Symbol.asyncDispose]();
  }
}

/** A PostgreSQL of its own: roles belong to the whole server, and others use those of the run's. */
class Database implements TestDatabase {
  readonly name = "postgres";
  readonly dir: string;
  #server: ServerHandle;

  private constructor(dir: string, server: ServerHandle) {
    this.dir = dir;
    this.#server = server;
  }

  /** Starts it, and has the Secrets name its port. */
  static async start(secrets: Secrets): Promise<Database> {
    const dir = mkdtempSync(path.join(tmpdir(), "installation-"));
    // PostgreSQL runs as another user when the tests run as root.
    chmodSync(dir, 0o711);
    const server = await startPostgres({
      dataDir: path.join(dir, "postgres"),
      durable: false,
      password: valueOf(secrets, "postgres-superuser", "password"),
      tls: certificateOf(secrets, "postgres"),
    });
    for (const secret of secrets.values()) {
      const url = secret.get("DATABASE_URL");
      if (url !== undefined)
        secret.set("DATABASE_URL", url.replace(":5432/team_chat", `:${server.port}/postgres`));
    }
    return new Database(dir, server);
  }

  /** Whoever asks by this address in a test believes every certificate. */
  get adminUrl(): string {
    return `${this.#server.url}?sslmode=no-verify`;
  }

  urlFor(role: string): string {
    return roleUrl(this.adminUrl, role);
  }

  async restart(secrets: Secrets, meanwhile?: () => Promise<void>): Promise<void> {
    const { port } = this.#server;
    await this.#server.stop();
    await meanwhile?.();
    this.#server = await startPostgres({
      dataDir: path.join(this.dir, "postgres"),
      port,
      durable: false,
      password: valueOf(secrets, "postgres-superuser", "password"),
      tls: certificateOf(secrets, "postgres"),
    });
  }

  /** Has the server show the certificate that it has in the Secrets now, without a restart. */
  reload(secrets: Secrets): void {
    const { certificate, key } = certificateOf(secrets, "postgres");
    const folder = path.join(this.dir, "postgres");
    writeFileSync(path.join(folder, "server.crt"), certificate);
    writeFileSync(path.join(folder, "server.key"), key);
    process.kill(this.#server.pid, "SIGHUP");
  }

  async drop(): Promise<void> {
    await this.#server.stop();
    rmSync(this.dir, { recursive: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.drop();
  }
}

/** Returns the address by which pods look for a server. */
export function inCluster(url: string): string {
  const name = url.startsWith("tls:") ? names.nats : names.redis;
  return url.replace("127.0.0.1", name);
}

async function runMigrate(variables: Readonly<Record<string, string>>): Promise<void> {
  const programs = await bundledPrograms(root);
  const program = programs.pathOf("tools/migrate/src/main.ts");
  const env = { ...process.env, ...programs.variables, ...variables };
  await promisify(execFile)(process.execPath, [program], { env });
}

/** Does what the migration does of which something changes here: gives roles the passwords that they have now. */
async function giveRoles(
  adminUrl: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const variable = (service: string) => `${service.toUpperCase()}_DATABASE_PASSWORD`;
  await migrateDatabase({
    adminUrl,
    passwordOf: (service) => variables[variable(service)],
    secondPasswordOf: (service) => variables[`${variable(service)}_2`],
  });
}

function valueOf(secrets: Secrets, name: string, key: string): string {
  return secrets.get(name)?.get(key) ?? "";
}

function certificateOf(secrets: Secrets, server: string): ServerCertificate {
  const name = `${server}-tls`;
  return { certificate: valueOf(secrets, name, "tls.crt"), key: valueOf(secrets, name, "tls.key") };
}

/** Returns what the servers of the cluster are started with. */
function settingsOf(secrets: Secrets): ServerSettings {
  const read = (file: string) => readFileSync(path.join(natsFolder, file), "utf8");
  const users = {
    text: read("users.conf"),
    variables: {
      ...configMap.parse(parse(read("closed.yaml"))).data,
      ...Object.fromEntries(secrets.get("nats-passwords") ?? []),
    },
  };
  return {
    nats: { tls: certificateOf(secrets, "nats"), users },
    redis: {
      tls: certificateOf(secrets, "redis"),
      users: valueOf(secrets, "redis-users", "users.acl"),
    },
  };
}

/** Returns what the pods of a program get from Secrets. */
function variablesOf(secrets: Secrets, program: string): Readonly<Record<string, string>> {
  const own = ["database", "nats", "redis"].map((kind) => `${program}-${kind}`);
  const all = program === "migrate" ? [...own, "migrate"] : [...own, "identity"];
  return Object.fromEntries(all.flatMap((name) => [...(secrets.get(name) ?? [])]));
}
