import { jetstreamManager } from "@nats-io/jetstream";
import { parseConfig } from "@team-chat/config";
import { eventStreamName } from "@team-chat/contract";
import { createIdentitySigner } from "@team-chat/identity";
import type { Nats } from "@team-chat/nats";
import type { HotPool } from "@team-chat/pg";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";
import * as channels from "@team-chat/service-channels";
import * as events from "@team-chat/service-events";
import * as gateway from "@team-chat/service-gateway";
import * as messages from "@team-chat/service-messages";
import * as users from "@team-chat/service-users";
import * as webhooks from "@team-chat/service-webhooks";
import { createDatabase, nextLook, patient, type Template } from "@team-chat/testkit";

import { migrated } from "../templates/migrated.ts";
import { type Databases, type Environment, identityKey, surround } from "./surroundings.ts";

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

  /**
   * Starts on a copy of a template, which has no organization unless another is given.
   *
   * @param more variables for the configuration of all services
   */
  static async start(
    more: Readonly<Record<string, string>> = {},
    template: Template = migrated,
  ): Promise<Product> {
    await using stack = new AsyncDisposableStack();
    return await Product.#open(stack, stack.use(await createDatabase(template)), more);
  }

  /** Starts on a migrated database that is not dropped in the end. */
  static async over(database: Databases): Promise<Product> {
    await using stack = new AsyncDisposableStack();
    return await Product.#open(stack, database, {});
  }

  /** Starts with `stack`, which belongs to the product from then on. */
  static async #open(
    stack: AsyncDisposableStack,
    database: Databases,
    more: Readonly<Record<string, string>>,
  ): Promise<Product> {
    const { db, env, mailDir, nats } = await surround(stack, database, more);
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
