import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { migrateDatabase, servicesWithDatabase } from "@team-chat/migrate";
import { type NatsClient, natsPermissions } from "@team-chat/nats";
import { type NatsUser, startPostgres } from "@team-chat/servers";
import { rolePassword, roleUrl, type TestDatabase } from "@team-chat/testkit";

import { Constellation, services } from "../constellation.ts";
import type { ProcessName } from "../processes.ts";
import { Cluster, type Secrets } from "./cluster.ts";

export const firstKey = "00112233445566778899aabbccddeeff";
const clients = Object.keys(natsPermissions) as readonly NatsClient[];

/** The whole product with a password for everybody; an old process ends when the new one is ready, as in a cluster. */
export class Installation implements AsyncDisposable {
  readonly constellation: Constellation;
  readonly cluster: Cluster;
  readonly #secrets: Secrets;

  private constructor(constellation: Constellation, cluster: Cluster, secrets: Secrets) {
    this.constellation = constellation;
    this.cluster = cluster;
    this.#secrets = secrets;
  }

  static async start(): Promise<Installation> {
    const database = await startDatabase();
    const secrets = firstSecrets(database);
    const constellation = await Constellation.start(database, {
      isPaired: true,
      logins: {
        natsUsers: natsUsers(new Map(clients.map((name) => [name, firstPassword(name)]))),
        redisUsers: redisUsersIn(secrets),
        secretsOf: (program) => variablesOf(secrets, program),
      },
    });
    const running = new Map<string, ProcessName>(services.map((name) => [name, name]));
    const cluster = await Cluster.start(secrets, {
      replace: async (name) => {
        if (name === "redis") {
          await constellation.restartRedis(redisUsersIn(secrets));
          return;
        }
        const service = services.find((one) => one === name) ?? "gateway";
        const old = running.get(service) ?? service;
        const other = old === service ? (`${service}-2` as const) : service;
        running.set(service, other);
        await constellation.process(other).start();
        await constellation.process(old).stop();
      },
      migrate: () => migrate(database.adminUrl, variablesOf(secrets, "migrate")),
    });
    return new Installation(constellation, cluster, secrets);
  }

  secret(name: string, key: string): string {
    return this.#secrets.get(name)?.get(key) ?? "";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cluster[Symbol.asyncDispose]();
    await this.constellation[Symbol.asyncDispose]();
  }
}

/** Starts a PostgreSQL of its own: roles belong to the whole server, and others use those of the run's. */
async function startDatabase(): Promise<TestDatabase> {
  const dir = mkdtempSync(path.join(tmpdir(), "rotation-"));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(dir, 0o711);
  const server = await startPostgres({ dataDir: path.join(dir, "postgres"), durable: false });
  const drop = async () => {
    await server.stop();
    rmSync(dir, { recursive: true });
  };
  return {
    name: "postgres",
    adminUrl: server.url,
    urlFor: (role) => roleUrl(server.url, role),
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

async function migrate(
  adminUrl: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  await migrateDatabase({
    adminUrl,
    passwordOf: (service) => variables[passwordVariable(service)],
    secondPasswordOf: (service) => variables[`${passwordVariable(service)}_2`],
  });
}

function passwordVariable(service: string): string {
  return `${service.toUpperCase()}_DATABASE_PASSWORD`;
}

/** Describes users of NATS by their passwords; `<name>_2` may do what `<name>` may. */
export function natsUsers(passwords: ReadonlyMap<string, string>): readonly NatsUser[] {
  return [...passwords].map(([user, password]) => ({
    user,
    password,
    permissions: natsPermissions[user.replace(/_2$/, "") as NatsClient],
  }));
}

/** Returns the password that somebody has at NATS or Redis at first. */
export function firstPassword(name: string): string {
  return `first-of-${name}`;
}

/** Makes the Secrets that deploy/secrets makes, as far as processes read them. */
function firstSecrets(database: TestDatabase): Secrets {
  const passwords = servicesWithDatabase.map(
    (one) => [passwordVariable(one), rolePassword] as const,
  );
  const secrets = new Map([
    ["identity", new Map([["IDENTITY_KEY", firstKey]])],
    ["migrate", new Map(passwords)],
    ["redis-users", new Map([["users.acl", firstRedisUsers()]])],
    ["gateway-redis", new Map([["REDIS_CREDENTIALS", `gateway:${firstPassword("gateway")}`]])],
  ]);
  for (const one of servicesWithDatabase)
    secrets.set(`${one}-database`, new Map([["DATABASE_URL", database.urlFor(one)]]));
  for (const one of clients)
    secrets.set(`${one}-nats`, new Map([["NATS_CREDENTIALS", `${one}:${firstPassword(one)}`]]));
  return secrets;
}

function firstRedisUsers(): string {
  const hash = createHash("sha256").update(firstPassword("gateway")).digest("hex");
  return `user default off\nuser gateway on #${hash} ~* &* +@all -@admin -@dangerous +info\n`;
}

function redisUsersIn(secrets: Secrets): string {
  return secrets.get("redis-users")?.get("users.acl") ?? "";
}

/** Returns what the pods of a program get from Secrets. */
function variablesOf(secrets: Secrets, program: string): Readonly<Record<string, string>> {
  const names = ["database", "nats", "redis"].map((kind) => `${program}-${kind}`);
  const own = program === "migrate" ? [...names, "migrate"] : [...names, "identity"];
  return Object.fromEntries(own.flatMap((name) => [...(secrets.get(name) ?? [])]));
}
