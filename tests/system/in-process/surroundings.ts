import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { plainLayout } from "@team-chat/contract";
import { provisionStreams } from "@team-chat/migrate";
import { connectNats, type Nats } from "@team-chat/nats";
import { hotPool, type HotPool } from "@team-chat/pg";
import { findFreePort } from "@team-chat/servers";
import { openNats, type TestDatabase, testServers } from "@team-chat/testkit";

export const identityKey = "00112233445566778899aabbccddeeff";

/** Addresses of a database by role. */
export type Databases = Pick<TestDatabase, "adminUrl" | "urlFor">;

export type Environment = (service: string) => Readonly<Record<string, string>>;

interface Surroundings {
  readonly db: HotPool;
  readonly env: Environment;
  readonly mailDir: string;
  readonly nats: Nats;
}

/** Opens what services need; it ends with `stack`. */
export async function surround(
  stack: AsyncDisposableStack,
  database: Databases,
  more: Readonly<Record<string, string>>,
): Promise<Surroundings> {
  const dir = await mkdtemp(path.join(tmpdir(), "product-"));
  stack.defer(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const server = stack.use(await openNats());
  const natsUrl = server.url;
  await provisionStreams({
    nats: server,
    layout: plainLayout(1),
    replicas: 1,
    retentionMs: 3_600_000,
  });
  const nats = stack.adopt(await connectNats({ url: natsUrl, name: "test" }), (open) =>
    open.close(),
  );
  const db = stack.adopt(
    hotPool({ url: database.adminUrl, max: 1, onIdleError: console.error }),
    (open) => open.end(),
  );
  const mailDir = path.join(dir, "mail");
  return { db, env: await describeServices({ database, dir, natsUrl, more }), mailDir, nats };
}

/** The smallest key there is, as base64url. */
const vapidKey = `${"A".repeat(42)}E`;
const names = ["users", "channels", "messages", "events", "webhooks", "gateway"] as const;

interface Places {
  readonly database: Databases;
  readonly dir: string;
  readonly natsUrl: string;
  readonly more: Readonly<Record<string, string>>;
}

async function describeServices({ database, dir, more, natsUrl }: Places): Promise<Environment> {
  const ports = new Map<string, number>();
  for (const name of names) ports.set(name, await findFreePort());
  const at = (name: string) => `http://127.0.0.1:${ports.get(name)}`;
  const common = {
    MODE: "development",
    LOG_LEVEL: "error",
    NATS_URL: natsUrl,
    REDIS_URL: testServers().redisUrl,
    IDENTITY_KEY: identityKey,
    VAPID_PRIVATE_KEY: vapidKey,
    EXTERNAL_HOST: `localhost:${ports.get("gateway")}`,
    WEB_PUBLIC_STREAMS_ENABLED: "true",
    UPLOADS_DIR: path.join(dir, "uploads"),
    MAIL_DIR: path.join(dir, "mail"),
    LINK_PORT: "0",
    USERS_URL: at("users"),
    CHANNELS_URL: at("channels"),
    MESSAGES_URL: at("messages"),
    WEBHOOKS_URL: at("webhooks"),
    ...more,
  };
  return (name) => ({
    ...common,
    PORT: String(ports.get(name)),
    DATABASE_URL: database.urlFor(name),
  });
}
