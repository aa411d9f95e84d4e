import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";

import { env, Secret } from "@team-chat/config";
import {
  botsSource,
  type Bundle,
  type BundleFacts,
  bundleSubject,
  type DomainEvent,
  factsOf,
  plainLayout,
} from "@team-chat/contract";
import { StreamPublisher } from "@team-chat/nats";
import { type Database, migrateService, openDatabase, sql } from "@team-chat/pg";
import {
  createDatabase,
  nextLook,
  type OwnNats,
  patient,
  Receiver,
  rolePassword,
  Settler,
  startOwnNats,
  type TestDatabase,
} from "@team-chat/testkit";
import { z } from "zod";

import {
  createService,
  type WebhooksConfig,
  type WebhooksOverrides,
  type WebhooksService,
} from "../src/index.ts";
import { key, Peers } from "./peers.ts";

const row = z.object({
  state: z.string(),
  attempts: z.number(),
  replyAttempts: z.number(),
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
});

/**
 * Postgres, NATS, the services this one talks to, a bot's server, a clock that stands still, and processes of this
 * service.
 */
export class World implements AsyncDisposable {
  readonly peers: Peers;
  readonly receiver: Receiver;
  readonly config: WebhooksConfig;
  /** Milliseconds since 1970. */
  now = Date.now();
  /** Time at which all processes looked last: nothing else tells them that e-mail is due. */
  #lookedAt = 0;
  readonly #infrastructure: Infrastructure;
  readonly #services: WebhooksService[] = [];

  private constructor(infrastructure: Infrastructure, peers: Peers, receiver: Receiver) {
    this.#infrastructure = infrastructure;
    this.peers = peers;
    this.receiver = receiver;
    this.config = {
      MODE: "development",
      HOST: "127.0.0.1",
      DRAIN_MS: 0,
      LOG_LEVEL: "silent",
      NATS_URL: infrastructure.stream.url,
      PARTITIONS: plainLayout(1),
      IDENTITY_KEY: new Secret(key),
      PORT: 0,
      ...env.telemetryDefaults,
      ...env.databaseDefaults,
      DATABASE_URL: new Secret(infrastructure.database.urlFor("webhooks")),
      USERS_URL: peers.url,
      MESSAGES_URL: peers.url,
      CHANNELS_URL: peers.url,
      VAPID_PRIVATE_KEY: new Secret("A".repeat(42) + "E"),
      WEBHOOK_ALLOWED_NETWORKS: [],
      MISSED_MAILS_PER_HOUR: 30,
      MISSED_MAILS_PER_DAY: 20_000,
    };
  }

  static async create(): Promise<World> {
    return new World(await openInfrastructure(), await Peers.start(), await Receiver.start());
  }

  /** Starts a process of the service that looks for due deliveries only when told to. */
  async start(
    config: Partial<WebhooksConfig> = {},
    overrides: WebhooksOverrides = {},
  ): Promise<WebhooksService> {
    const service = await createService(
      { ...this.config, ...config },
      {
        now: () => this.now,
        random: () => 0.5,
        lookEveryMs: 3_600_000,
        noteMissedEveryMs: 0,
        ...overrides,
      },
    );
    this.#services.push(service);
    return service;
  }

  /** Stops all processes of the service that were started here. */
  async stop(): Promise<void> {
    for (const service of this.#services.splice(0)) await service[Symbol.asyncDispose]();
  }

  /** Starts a process of the service of its own, with the true time. */
  spawn(): ChildProcess {
    const { config } = this;
    return spawn(process.execPath, [path.join(import.meta.dirname, "../src/main.ts")], {
      stdio: "ignore",
      env: {
        ...process.env,
        MODE: config.MODE,
        LOG_LEVEL: config.LOG_LEVEL,
        PORT: "0",
        METRICS_PORT: "0",
        NATS_URL: config.NATS_URL,
        DATABASE_URL: config.DATABASE_URL.reveal(),
        IDENTITY_KEY: config.IDENTITY_KEY.reveal(),
        USERS_URL: config.USERS_URL,
        MESSAGES_URL: config.MESSAGES_URL,
        CHANNELS_URL: config.CHANNELS_URL,
        VAPID_PRIVATE_KEY: config.VAPID_PRIVATE_KEY?.reveal(),
      },
    });
  }

  /** Publishes events as one bundle of the messages service. */
  publish(...events: readonly DomainEvent[]): Promise<void> {
    return this.publishWith(factsOf(events), ...events);
  }

  /** Publishes a bundle with other facts, or with none like those of earlier releases. */
  async publishWith(facts: BundleFacts | null, ...events: readonly DomainEvent[]): Promise<void> {
    const bundle: Bundle = { service: "messages", realm: 1, xid: "1000", events: [...events] };
    const publisher = new StreamPublisher(this.#infrastructure.stream.nats, patient.timeout);
    const head = { messageId: randomUUID(), facts, committedAt: Date.now() };
    await publisher.publish(bundleSubject(0, 1, botsSource), JSON.stringify(bundle), head);
  }

  /** Resolves when every bundle was handled and nothing is due or under way. */
  async settle(): Promise<void> {
    await this.handled();
    while ((await this.#unsettled()) > 0) await nextLook();
  }

  /** Resolves when every bundle was handled, whatever is under way. */
  async handled(): Promise<void> {
    await this.#infrastructure.settler.settle();
  }

  /** Lets time pass and all processes look for what has become due. */
  async tick(ms: number): Promise<void> {
    this.now += ms;
    this.#lookedAt = this.now;
    for (const { mailWorker, pushWorker, worker } of this.#services)
      for (const one of [worker, pushWorker, mailWorker]) await one.look();
  }

  /** Lets time pass and what has become due happen. */
  async pass(ms: number): Promise<void> {
    await this.tick(ms);
    await this.settle();
  }

  /** All deliveries, oldest first. */
  deliveries(): Promise<readonly z.infer<typeof row>[]> {
    return this.#infrastructure.db.any(sql.type(row)`
      select state, attempts, reply_attempts as "replyAttempts", last_status as "lastStatus", last_error as "lastError"
      from delivery order by id`);
  }

  /** States of all pushes, oldest first. */
  pushes(): Promise<readonly string[]> {
    return this.#infrastructure.db.anyFirst(sql.type(z.object({ state: z.string() }))`
      select state from push order by id`);
  }

  /** Removes all subscriptions, and what is pushed to them. */
  async forgetPushes(): Promise<void> {
    await this.#infrastructure.db.query(sql.unsafe`delete from push_subscription`);
  }

  /** Number of messages that are to be mailed to people, or also of those that were. */
  missed(which: "all" | "open" = "open"): Promise<number> {
    return this.#infrastructure.db.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) as count from missed_message where not is_done or ${which === "all"}`);
  }

  /** Forgets all e-mail that there was, and that was to be. */
  async forgetMail(): Promise<void> {
    for (const table of ["missed_message", "mail_batch", "mail_count"])
      await this.#infrastructure.db.query(sql.unsafe`delete from ${sql.identifier([table])}`);
  }

  /** Reads the end of the claim of the only delivery. */
  claimEnd(): Promise<number> {
    return this.#infrastructure.db.oneFirst(sql.type(z.object({ ms: z.number() }))`
      select floor(extract(epoch from claimed_until) * 1000)::int8 as ms from delivery`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.receiver[Symbol.asyncDispose]();
    await this.stop();
    await this.peers[Symbol.asyncDispose]();
    await this.#infrastructure.stop();
  }

  #unsettled(): Promise<number> {
    return this.#infrastructure.db.oneFirst(sql.type(z.object({ count: z.number() }))`
      select sum(count)::int8 as count from (select count(*) from delivery left join endpoint using (realm_id, bot_id) where state in ('pending', 'replying')
        and (claimed_until is not null or greatest(next_attempt_at, case when state = 'pending' then paused_until end)
          <= ${new Date(this.now).toISOString()}::timestamptz
          or (state = 'pending' and late_at <= ${new Date(this.now).toISOString()}::timestamptz))
      union all select count(*) from push where state in ('pending', 'closing')
        and (claimed_until is not null or next_attempt_at <= ${new Date(this.now).toISOString()}::timestamptz)
      union all select count(*) from mail_batch
        where claimed_until is not null or due_at <= ${new Date(this.#lookedAt).toISOString()}::timestamptz) open`);
  }
}

export const template = {
  name: "webhooks",
  migrate: async (adminUrl: string) => {
    const dirs = [path.join(import.meta.dirname, "../migrations")];
    await migrateService({ adminUrl, service: "webhooks", password: rolePassword, dirs });
  },
};

interface Infrastructure {
  readonly database: TestDatabase;
  readonly db: Database;
  readonly stream: OwnNats;
  readonly settler: Settler;
  readonly stop: () => Promise<void>;
}

async function openInfrastructure(): Promise<Infrastructure> {
  const database = await createDatabase(template);
  const db = await openDatabase({ url: database.urlFor("webhooks"), maxPoolSize: 2 });
  const stream = await startOwnNats();
  const durables = ["webhooks", "pushes", "mails"];
  const settled = { adminUrl: database.adminUrl, natsUrl: stream.url, durables };
  const settler = await Settler.open(settled);
  const stop = async () => {
    await settler[Symbol.asyncDispose]();
    await stream[Symbol.asyncDispose]();
    await db.end();
    await database.drop();
  };
  return { database, db, stream, settler, stop };
}
