import path from "node:path";

import { type JsMsg, jetstream } from "@nats-io/jetstream";
import { auditMigrations } from "@team-chat/audit";
import { env, Secret } from "@team-chat/config";
import { type Bundle, eventStreamName, plainLayout, realmSubject } from "@team-chat/contract";
import { createIdentitySigner, type Identity } from "@team-chat/identity";
import { type Nats, parseBundle } from "@team-chat/nats";
import { outboxMigrations } from "@team-chat/outbox";
import { type Database, hotPool, migrateService, openDatabase, sql } from "@team-chat/pg";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";
import {
  createDatabase,
  RefusalGuard,
  rolePassword,
  signedFetch,
  startOwnNats,
} from "@team-chat/testkit";
import { z } from "zod";

import { type Config, createService, type MessagesService } from "../src/index.ts";
import { ChannelActivity } from "../src/sending/channel-activity.ts";
import { MessageWriter } from "../src/sending/write.ts";
import type { Overrides } from "../src/service.ts";
import { guarded } from "./guarded-pool.ts";
import { Pages } from "./pages.ts";
import { RealmData } from "./realm-data.ts";
import { Realm } from "./realm.ts";
import { startPeers } from "./start-peers.ts";

const key = "00112233445566778899aabbccddeeff";
export const signer = createIdentitySigner(key);

const template = {
  name: "messages",
  migrate: async (adminUrl: string) => {
    const dirs = [
      outboxMigrations,
      auditMigrations,
      path.join(import.meta.dirname, "../migrations"),
    ];
    await migrateService({ adminUrl, service: "messages", password: rolePassword, dirs });
  },
};

/** The service with its database and stream, between users and channels services that say what the test tells them. */
export class World implements AsyncDisposable {
  readonly pool: ServiceClient;
  readonly db: Database;
  readonly clock: Clock;
  readonly guard: RefusalGuard;
  readonly pages: Pages;
  readonly #parts: Parts;
  readonly #stack: AsyncDisposableStack;
  #realms = 0;

  private constructor(parts: Parts, stack: AsyncDisposableStack) {
    this.pool = parts.pool;
    this.db = parts.db;
    this.guard = parts.guard;
    this.pages = parts.pages;
    this.clock = parts.clock;
    this.#parts = parts;
    this.#stack = stack;
  }

  static async create(overrides: Overrides = {}, changed: Partial<Config> = {}): Promise<World> {
    await using stack = new AsyncDisposableStack();
    const parts = await open(stack, overrides, changed);
    return new World(parts, stack.move());
  }

  /**
   * A new organization with alice, bob, carol and guest (1 to 4), all in the public channel 1; channel 2 is public, 3
   * private.
   */
  realm(): Realm {
    this.#realms += 1;
    const data = new RealmData(this.#realms);
    this.#parts.data.set(this.#realms, data);
    for (const id of [1, 2, 3]) data.setUser(id);
    data.setUser(4, { role: 600 });
    data.setChannel(1, { name: "general" });
    data.setChannel(2, { name: "random" });
    data.setChannel(3, { name: "secret", isPrivate: true });
    for (const id of [1, 2, 3, 4]) data.setMembership(id, 1);
    return new Realm(this, this.#realms, data);
  }

  /** The writer of messages alone, beside the service; everything goes to this recipient. */
  writer(recipientId: number): MessageWriter {
    const { config, service } = this.#parts;
    const hot = this.#stack.adopt(
      hotPool({ url: config.DATABASE_URL.reveal(), max: 1, onIdleError: () => undefined }),
      (pool) => pool.end(),
    );
    const found = () => Promise.resolve(recipientId);
    const recipients = { ofChannel: found, ofUsers: found };
    return new MessageWriter({
      hot,
      outbox: service.outbox,
      recipients,
      activity: new ChannelActivity(),
      now: Date.now,
    });
  }

  /** It is so many days later for what expires, and every realm has its turn, by this process or the first. */
  async daysLater(days: number, { retention } = this.#parts.service): Promise<void> {
    this.clock.aheadMs = days * 86_400_000;
    await retention.look();
  }

  /** Unwanted files are removed, as happens by itself at an interval. */
  cleanFiles(): Promise<void> {
    return this.#parts.service.cleanFiles();
  }

  /** Thumbnails that are due are made, as happens by itself at an interval, by this process or the first. */
  makeThumbnails({ makeThumbnails } = this.#parts.service): Promise<void> {
    return makeThumbnails();
  }

  /** Begins to look up linked pages that are due, as happens by itself every second. */
  lookUpPages({ lookUpPages } = this.#parts.service): Promise<void> {
    return lookUpPages();
  }

  /** Paths in the database under which there are bytes of files, that begin so. */
  storedPaths(start: string): Promise<readonly string[]> {
    return this.db.anyFirst(sql.type(z.object({ path_id: z.string() }))`
      select distinct path_id from file_piece where starts_with(path_id, ${start})`);
  }

  /** Exports that are due are made, as happens by itself at an interval. */
  runExports({ runExports } = this.#parts.service): Promise<void> {
    return runExports();
  }

  /** Lets whatever writes to the realm wait until the function that it resolves to is called. */
  async holdRealm(realmId: number): Promise<() => void> {
    const entered = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const hold = async () => {
      entered.resolve();
      await held.promise;
    };
    const holding = this.#parts.service.outbox.transaction(realmId, hold, { gateFirst: true });
    this.#stack.defer(() => holding);
    await entered.promise;
    return held.resolve;
  }

  /** Another process of the service on the same database. */
  async replica(): Promise<{ service: MessagesService; pool: ServiceClient }> {
    const opened = await openProcess(this.#parts, this.#stack);
    this.#parts.processes.push(opened.service);
    return opened;
  }

  /** A request as it is on the wire, for what is no form or answered by no envelope. */
  fetch(
    { method, path: address }: { readonly method: string; readonly path: string },
    identity: Identity,
    init: { readonly body?: FormData | URLSearchParams; readonly range?: string } = {},
  ): Promise<Response> {
    const headers = init.range === undefined ? {} : { range: init.range };
    const body = init.body ?? null;
    return this.guard.watch(
      () => signedFetch({ signer, identity }, this.urlOf(address), { method, headers, body }),
      ({ ok }) => !ok,
    );
  }

  /** Returns the address of an operation. */
  urlOf(address: string): string {
    return `http://127.0.0.1:${this.#parts.service.port}/api/v1${address}`;
  }

  /** All bundles of a realm in stream order. */
  async bundles(realmId: number): Promise<readonly Bundle[]> {
    return (await this.published(realmId)).map((message) => parseBundle(message.string()));
  }

  /** Reads what was published as messages of the stream. */
  async published(realmId: number): Promise<readonly JsMsg[]> {
    for (const { outbox } of this.#parts.processes) await outbox.settle();
    const consumer = await jetstream(this.#parts.nats).consumers.get(eventStreamName(0), {
      filter_subjects: realmSubject(0, realmId),
    });
    const { num_pending: waiting } = await consumer.info();
    const published: JsMsg[] = [];
    if (waiting === 0) return published;
    const messages = await consumer.consume();
    for await (const message of messages) {
      published.push(message);
      if (message.info.pending === 0) break;
    }
    await messages.close();
    return published;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}

/** Tables that change without a request, or before one is refused. The guard of refusals leaves nothing out. */
const following = [
  // The first request after a change of channels stores whom messages reach (`user_recipient`), and is refused then.
  "projection_version",
  // Rows go when the other service has answered, which is asked again every second.
  "errand",
  // What is due is sent every second.
  "scheduled_message",
  // What is due is taken every five seconds.
  "thumbnail_job",
  // What is due is looked up every second.
  "linked_page",
  // When each organization is looked through next for expired messages.
  "retention_turn",
];

interface Clock {
  /** Milliseconds by which the service's clock is ahead. */
  aheadMs: number;
}

interface Parts {
  readonly clock: Clock;
  readonly config: Config;
  readonly overrides: Overrides;
  readonly service: MessagesService;
  /** That one and its replicas. */
  readonly processes: MessagesService[];
  readonly pool: ServiceClient;
  readonly db: Database;
  readonly guard: RefusalGuard;
  readonly nats: Nats;
  readonly data: Map<number, RealmData>;
  readonly pages: Pages;
}

async function open(
  stack: AsyncDisposableStack,
  overrides: Overrides,
  changed: Partial<Config>,
): Promise<Parts> {
  const { nats, url: natsUrl } = stack.use(await startOwnNats());
  const database = stack.use(await createDatabase(template));
  const url = database.urlFor("messages");
  const data = new Map<number, RealmData>();
  const pages = new Pages();
  const peers = stack.use(await startPeers(data, pages, signer));
  const peerUrl = `http://127.0.0.1:${peers.port}`;
  const config: Config = {
    MODE: "development",
    HOST: "127.0.0.1",
    DRAIN_MS: 0,
    PORT: 0,
    LOG_LEVEL: "error",
    NATS_URL: natsUrl,
    PARTITIONS: plainLayout(1),
    IDENTITY_KEY: new Secret(key),
    ...env.telemetryDefaults,
    ...env.databaseDefaults,
    ...env.leaseDefaults,
    ...env.auditDefaults,
    DATABASE_URL: new Secret(url),
    STREAM_REPLICAS: 1,
    EVENT_RETENTION_HOURS: 1,
    STREAM_MAX_MIB: 1024,
    WEB_PUBLIC_STREAMS_ENABLED: true,
    USERS_URL: peerUrl,
    CHANNELS_URL: peerUrl,
    WEBHOOKS_URL: peerUrl,
    S3_REGION: "us-east-1",
    ARCHIVE_DAYS: 30,
    ...changed,
  };
  const db = stack.adopt(await openDatabase({ url }), (pool) => pool.end());
  const clock = { aheadMs: 0 };
  const guard = stack.use(await RefusalGuard.open({ url, following }));
  const opened = await openProcess({ config, clock, guard, overrides }, stack);
  const processes = [opened.service];
  return { config, clock, overrides, processes, db, guard, nats, data, pages, ...opened };
}

async function openProcess(
  { clock, config, guard, overrides }: Pick<Parts, "clock" | "config" | "guard" | "overrides">,
  stack: AsyncDisposableStack,
) {
  const now = () => Date.now() + clock.aheadMs;
  const service = stack.use(await createService(config, { checkOutput: true, now, ...overrides }));
  const pool = stack.adopt(
    createServiceClient(`http://127.0.0.1:${service.port}`, { name: "messages", signer }),
    (opened) => opened.close(),
  );
  return { service, pool: guarded(pool, guard) };
}
