import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { jetstreamManager } from "@nats-io/jetstream";
import { parseConfig } from "@team-chat/config";
import { eventStreamName } from "@team-chat/contract";
import { createIdentitySigner } from "@team-chat/identity";
import { migrateDatabase, provisionStreams } from "@team-chat/migrate";
import { connectNats, type Nats } from "@team-chat/nats";
import { hotPool, type HotPool } from "@team-chat/pg";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";
import { findFreePort } from "@team-chat/servers";
import * as channels from "@team-chat/service-channels";
import * as events from "@team-chat/service-events";
import * as gateway from "@team-chat/service-gateway";
import * as messages from "@team-chat/service-messages";
import * as users from "@team-chat/service-users";
import * as webhooks from "@team-chat/service-webhooks";
import {
  createDatabase,
  nextLook,
  openNats,
  patient,
  rolePassword,
  type TestDatabase,
  testServers,
} from "@team-chat/testkit";

const identityKey = "00112233445566778899aabbccddeeff";

/** Barrier that lets services go on, or keeps them waiting. */
class Gate {
  #opened = Promise.withResolvers<void>();
  #isOpen = true;

  /** Resolves when the gate is open. */
  async pass(): Promise<void> {
    if (!this.#isOpen) await this.#opened.promise;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#opened = Promise.withResolvers();
  }

  open(): void {
    this.#isOpen = true;
    this.#opened.resolve();
  }
}

interface Running {
  readonly usersService: users.UsersService;
  readonly outboxes: readonly { settle(): Promise<void> }[];
  readonly events: events.EventsService;
  readonly longPolls: gateway.GatewayService["longPolls"];
}

interface Parts extends Running {
  readonly gate: Gate;
  readonly clock: { aheadMs: number };
  readonly mailDir: string;
  readonly db: HotPool;
  readonly port: number;
  readonly nats: Nats;
  readonly users: ServiceClient;
  readonly channels: ServiceClient;
  readonly stack: AsyncDisposableStack;
}

/** All services in this process, with answers held against the contract; no organization yet. */
export class Product implements AsyncDisposable {
  readonly port: number;
  readonly users: ServiceClient;
  readonly channels: ServiceClient;
  /** Folder of the e-mail that was sent, a file each. */
  readonly mailDir: string;
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.port = parts.port;
    this.users = parts.users;
    this.channels = parts.channels;
    this.mailDir = parts.mailDir;
    this.#parts = parts;
  }

  /** Long polls that wait in the gateway. */
  get waitingPolls(): number {
    return this.#parts.longPolls.size;
  }

  /** @param more variables for the configuration of all services */
  static async start(more: Readonly<Record<string, string>> = {}): Promise<Product> {
    await using stack = new AsyncDisposableStack();
    const { db, env, mailDir, nats } = await environment(stack, more);
    const clock = { aheadMs: 0 };
    const gate = new Gate();
    const overrides = { checkOutput: true, ready: () => gate.pass() };
    const now = () => Date.now() + clock.aheadMs;
    const running = await startServices(env, stack, { ...overrides, now });
    const signer = createIdentitySigner(identityKey);
    const poolOf = (name: string, url = "") =>
      stack.adopt(createServiceClient(url, { name, signer }), (open) => open.close());
    const pools = {
      users: poolOf("users", env("users")["USERS_URL"]),
      channels: poolOf("channels", env("users")["CHANNELS_URL"]),
    };
    await running.events.hub.whenReady();
    const port = Number(env("gateway")["PORT"]);
    const parts = { ...running, gate, clock, db, port, nats, mailDir, ...pools };
    return new Product({ ...parts, stack: stack.move() });
  }

  /** Has something else released when the product is stopped, before it. */
  defer(release: () => Promise<void>): void {
    this.#parts.stack.defer(release);
  }

  /** Lets so many days pass for those who wait to become full members. */
  async passDays(days: number): Promise<void> {
    this.#parts.clock.aheadMs += days * 86_400_000;
    await this.#parts.usersService.fullMembers.runNow();
  }

  /** The database, with a role that sees the tables of all services. */
  get database(): HotPool {
    return this.#parts.db;
  }

  /** The service that operators use. */
  get usersService(): users.UsersService {
    return this.#parts.usersService;
  }

  /** Keeps services from handling anything that they learn from the stream, until `settle`. */
  hold(): void {
    this.#parts.gate.close();
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Resolves when everything committed was published and handled, and the events service has seen it. */
  async settle(): Promise<void> {
    const { db, events: service, gate, nats, outboxes } = this.#parts;
    gate.open();
    const manager = await jetstreamManager(nats, patient);
    for (;;) {
      // What the bots of the server still have to say becomes messages, and thumbnails change them.
      const { rows } = await db.query(
        "(select 1 from channels.notice limit 1) union all (select 1 from users.newcomer limit 1) union all (select 1 from users.notice limit 1) union all (select 1 from messages.thumbnail_job limit 1)",
      );
      if (rows.length > 0) {
        await nextLook();
        continue;
      }
      for (const outbox of outboxes) await outbox.settle();
      const { state } = await manager.streams.info(eventStreamName(0));
      while (service.hub.begin(1).startSequence < state.last_seq) await nextLook();
      if (await this.#isHandled(state.last_seq)) return;
      await nextLook();
    }
  }

  /** Tells whether the services that follow others have handled everything, and this was all. */
  async #isHandled(lastSequence: number): Promise<boolean> {
    const manager = await jetstreamManager(this.#parts.nats, patient);
    for await (const consumer of manager.consumers.list(eventStreamName(0))) {
      const { config, num_ack_pending: unacked, num_pending: waiting } = consumer;
      if (config.durable_name !== undefined && waiting + unacked > 0) return false;
    }
    for (const outbox of this.#parts.outboxes) await outbox.settle();
    const { state } = await manager.streams.info(eventStreamName(0));
    return state.last_seq === lastSequence;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#parts.stack.disposeAsync();
  }
}

type Environment = (service: string) => Readonly<Record<string, string>>;

interface Surroundings {
  readonly db: HotPool;
  readonly env: Environment;
  readonly mailDir: string;
  readonly nats: Nats;
}

async function environment(
  stack: AsyncDisposableStack,
  more: Readonly<Record<string, string>>,
): Promise<Surroundings> {
  const dir = await mkdtemp(path.join(tmpdir(), "product-"));
  stack.defer(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const server = stack.use(await openNats());
  const natsUrl = server.url;
  await provisionStreams({ nats: server, partitions: 1, replicas: 1, retentionMs: 3_600_000 });
  const migrate = (adminUrl: string) =>
    migrateDatabase({ adminUrl, passwordOf: () => rolePassword });
  const database = stack.use(
    await createDatabase({
      name: "all-services",
      migrate: async (adminUrl) => {
        await migrate(adminUrl);
      },
    }),
  );
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
  readonly database: TestDatabase;
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

interface Overrides {
  readonly checkOutput: boolean;
  readonly ready: () => Promise<void>;
  readonly now: () => number;
}

async function startServices(
  env: Environment,
  stack: AsyncDisposableStack,
  { now, ...checked }: Overrides,
): Promise<Running> {
  const usersService = stack.use(
    await users.createService(parseConfig(users.configSchema, env("users")), { ...checked, now }),
  );
  const channelsConfig = parseConfig(channels.configSchema, env("channels"));
  const messagesConfig = parseConfig(messages.configSchema, env("messages"));
  const own = [
    usersService,
    stack.use(await channels.createService(channelsConfig, checked)),
    stack.use(await messages.createService(messagesConfig, checked)),
  ];
  const queues = stack.use(
    await events.createService(parseConfig(events.configSchema, env("events")), checked),
  );
  const webhooksConfig = parseConfig(webhooks.configSchema, env("webhooks"));
  // Whoever waits until everything has been handled has it handled at once.
  stack.use(await webhooks.createService(webhooksConfig, { noteMissedEveryMs: 0 }));
  const { longPolls } = stack.use(
    await gateway.createService(parseConfig(gateway.configSchema, env("gateway"))),
  );
  return { usersService, outboxes: own.map(({ outbox }) => outbox), events: queues, longPolls };
}
