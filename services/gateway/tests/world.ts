import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { parseConfig } from "@team-chat/config";
import { createIdentitySigner, type IdentitySigner } from "@team-chat/identity";
import { newQueueId } from "@team-chat/rpc";
import { startRedis, type ServerHandle } from "@team-chat/servers";
import { createLogger } from "@team-chat/telemetry";
import { openNats } from "@team-chat/testkit";

import { configSchema, createService, type GatewayOverrides } from "../src/index.ts";
import { call } from "./client.ts";
import { echoing } from "./echo.ts";
import { type EventsPeer, startEventsPeer } from "./events-peer.ts";
import { startListener } from "./listener.ts";
import { type TestRealm, type TestUser, UsersPeer } from "./users-peer.ts";

type Environment = Readonly<Record<string, string>>;

export interface Gateway extends AsyncDisposable {
  readonly url: string;
  readonly pendingPolls: () => number;
  /** Has noted what it has counted until now, as happens by itself at an interval. */
  readonly noteUsage: () => Promise<void>;
}

/** Everything around the gateway: real NATS and Redis, and peers with data that tests control. */
export class World implements AsyncDisposable {
  readonly users: UsersPeer;
  readonly redis: ServerHandle;
  readonly signer: IdentitySigner;
  readonly #stack: AsyncDisposableStack;
  readonly #key: string;
  readonly #natsUrl: string;
  readonly #messagesUrl: string;
  #ids = 0;

  private constructor(parts: {
    stack: AsyncDisposableStack;
    key: string;
    users: UsersPeer;
    redis: ServerHandle;
    natsUrl: string;
    messagesUrl: string;
  }) {
    this.#stack = parts.stack;
    this.#key = parts.key;
    this.users = parts.users;
    this.redis = parts.redis;
    this.#natsUrl = parts.natsUrl;
    this.#messagesUrl = parts.messagesUrl;
    this.signer = createIdentitySigner(parts.key);
  }

  static async create(): Promise<World> {
    await using stack = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), "gateway-"));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const nats = stack.use(await openNats());
    const redis = stack.use(await startRedis({ dataDir: join(folder, "redis") }));
    const key = randomBytes(16).toString("hex");
    const signer = createIdentitySigner(key);
    const users = stack.use(new UsersPeer(signer));
    await users.start();
    const messages = stack.use(await startListener(echoing("messages", signer)));
    const parts = { key, users, redis, natsUrl: nats.url, messagesUrl: messages.url };
    return new World({ ...parts, stack: stack.move() });
  }

  realm(host = `r${this.#ids + 1}.example.com`, alias?: string): TestRealm {
    this.#ids += 1;
    const facts = {
      deactivated: false,
      suspensionReason: "",
      share: undefined,
      mostQueues: null,
      users: [],
      changes: [],
    };
    const realm = { id: this.#ids, host, ...facts, ...(alias === undefined ? {} : { alias }) };
    this.users.realms.push(realm);
    return realm;
  }

  user(realm: TestRealm, facts: Partial<TestUser> = {}): TestUser {
    this.#ids += 1;
    const user = {
      id: this.#ids,
      email: `user${this.#ids}@example.com`,
      key: randomBytes(16).toString("hex"),
      role: 400,
      active: true,
      isBot: false,
      isIncomingWebhook: false,
      rateLimits: "",
      sessions: [],
      ...facts,
    };
    realm.users.push(user);
    return user;
  }

  /** A gateway of its own process, as far as the others can tell. */
  async gateway(environment: Environment = {}, overrides: GatewayOverrides = {}): Promise<Gateway> {
    const config = parseConfig(configSchema, {
      IDENTITY_KEY: this.#key,
      NATS_URL: this.#natsUrl,
      REDIS_URL: this.redis.url,
      // Every request is counted, however slow the machine.
      REDIS_TIMEOUT_MS: "60000",
      USERS_URL: this.users.url,
      MESSAGES_URL: this.#messagesUrl,
      PORT: "0",
      // What somebody has built is not what is tested here.
      WEB_CLIENT_FOLDER: "/nowhere",
      ...environment,
    });
    const log = createLogger({ service: "gateway", level: "silent" });
    const service = await createService(config, { log, ...overrides });
    return {
      url: `http://127.0.0.1:${service.port}`,
      pendingPolls: () => service.longPolls.size,
      noteUsage: () => service.usage.noteNow(),
      [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
    };
  }

  events(linkPort = 0): Promise<EventsPeer> {
    const { signer } = this;
    return startEventsPeer({ key: this.#key, natsUrl: this.#natsUrl, signer }, linkPort);
  }

  /** Resolves when the gateway has reached the events process, the only one that it knows. */
  async found(gateway: Gateway, events: EventsPeer): Promise<void> {
    const realm = this.realm();
    const path = `/events?queue_id=${newQueueId({ partition: 0, slot: 0 })}&last_event_id=-1`;
    const polled = call(gateway.url, { path, host: realm.host, auth: this.user(realm) });
    const poll = await events.polls.take();
    poll.respond(200, Buffer.from("{}"));
    await polled;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}
