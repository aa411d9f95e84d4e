import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { auditMigrations } from "@team-chat/audit";
import { Secret } from "@team-chat/config";
import { plainLayout } from "@team-chat/contract";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats, provision } from "@team-chat/nats";
import { outboxMigrations } from "@team-chat/outbox";
import { migrateService } from "@team-chat/pg";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";
import { findFreePort, launch, startNats } from "@team-chat/servers";
import { createDatabase, rolePassword } from "@team-chat/testkit";

import { type Config, run } from "../src/index.ts";

const root = path.join(import.meta.dirname, "../../..");
const key = "00112233445566778899aabbccddeeff";
const owners = ["users", "channels"] as const;

const template = {
  name: "users-channels",
  migrate: async (adminUrl: string) => {
    for (const service of owners) {
      const dirs = [
        outboxMigrations,
        auditMigrations,
        path.join(root, "services", service, "migrations"),
      ];
      await migrateService({ adminUrl, service, password: rolePassword, dirs });
    }
  },
};

/** The two services that the commands call, as processes, on a database without organizations. */
export interface Stack extends AsyncDisposable {
  readonly users: ServiceClient;
  readonly channels: ServiceClient;
  /** Carries a command line out and returns what it prints. */
  realm(...args: readonly string[]): Promise<string>;
}

/** Starts both services. */
export async function startStack(): Promise<Stack> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), "realm-"));
  stack.defer(() => {
    rmSync(dir, { recursive: true });
  });
  const nats = stack.adopt(await startNats({ dataDir: path.join(dir, "nats") }), (server) =>
    server.stop(),
  );
  await provisionStreams(nats.url);
  const database = stack.use(await createDatabase(template));
  const ports = {
    users: await findFreePort(),
    channels: await findFreePort(),
    operator: await findFreePort(),
    // Nobody listens there: tests see what is said of a service that is away.
    messages: await findFreePort(),
  };
  const urls = {
    USERS_URL: `http://127.0.0.1:${ports.users}`,
    CHANNELS_URL: `http://127.0.0.1:${ports.channels}`,
  };
  for (const service of owners) {
    const env = {
      ...process.env,
      ...urls,
      MESSAGES_URL: `http://127.0.0.1:${ports.messages}`,
      MODE: "development",
      LOG_LEVEL: "error",
      NATS_URL: nats.url,
      IDENTITY_KEY: key,
      DATABASE_URL: database.urlFor(service),
      PORT: String(ports[service]),
      METRICS_PORT: "0",
      ...(service === "users"
        ? {
            OPERATOR_PORT: String(ports.operator),
            OPERATOR_KEYS: JSON.stringify([{ name: "test", key, scope: "secrets" }]),
          }
        : {}),
    };
    stack.adopt(
      await startService(service, {
        dir,
        env,
        url: urls[service === "users" ? "USERS_URL" : "CHANNELS_URL"],
      }),
      (process) => process.stop(),
    );
  }
  const config: Config = {
    ...urls,
    OPERATOR_URL: `http://127.0.0.1:${ports.operator}`,
    OPERATOR_KEY: new Secret(key),
    IDENTITY_KEY: new Secret(key),
    DATA_DIR: dir,
    ECHO_BOT_PORT: 9106,
  };
  const signer = createIdentitySigner(key);
  const pool = (name: string, url: string) =>
    stack.adopt(createServiceClient(url, { name, signer }), (open) => open.close());
  const users = pool("users", urls.USERS_URL);
  const channels = pool("channels", urls.CHANNELS_URL);
  const owned = stack.move();
  return {
    users,
    channels,
    realm: async (...args) => (await run(config, args)).join("\n"),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function provisionStreams(url: string): Promise<void> {
  const nats = await connectNats({ url, name: "test" });
  await provision(nats, { layout: plainLayout(1), replicas: 1, retentionMs: 3_600_000 });
  await nats.close();
}

function startService(
  name: string,
  { dir, env, url }: { dir: string; env: NodeJS.ProcessEnv; url: string },
) {
  return launch({
    command: process.execPath,
    args: [path.join(root, "services", name, "src/main.ts")],
    cwd: dir,
    env,
    logFile: path.join(dir, `${name}.log`),
    stopSignal: "SIGTERM",
    isReady: () =>
      fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      ),
  });
}
