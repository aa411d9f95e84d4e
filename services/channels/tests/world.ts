import path from "node:path";

import { auditMigrations } from "@team-chat/audit";
import {
  audienceTest,
  type DomainEvent,
  getChannelsState,
  type InternalOperation,
  listChannels,
  type Operation,
  type Params,
  type RegisterRequest,
  parseSections,
  registerOperations,
  subscribe,
} from "@team-chat/contract";
import { type Caller, createIdentitySigner } from "@team-chat/identity";
import { outboxMigrations } from "@team-chat/outbox";
import { type Database, migrateService, openDatabase, sql } from "@team-chat/pg";
import { createServiceClient, type ParamInputs, type ServiceClient } from "@team-chat/rpc";
import {
  createDatabase,
  nextLook,
  type OwnNats,
  rolePassword,
  Settler,
  startOwnNats,
} from "@team-chat/testkit";
import { z } from "zod";

import { type ChannelsService, type Config, createService } from "../src/index.ts";
import { configOf } from "./config-of.ts";
import { MessagesPeer, type SaidNotice } from "./messages-peer.ts";
import { actives, People, type Person } from "./people.ts";
import { logStatements } from "./statements.ts";
import { key, startUsers } from "./users-peer.ts";

const template = {
  name: "channels",
  migrate: async (adminUrl: string) => {
    const own = path.join(import.meta.dirname, "../migrations");
    await migrateService({
      adminUrl,
      service: "channels",
      password: rolePassword,
      dirs: [outboxMigrations, auditMigrations, own],
    });
  },
};

/** An event of the outbox with the names of the people it is for. */
export interface Heard {
  readonly to: readonly string[];
  readonly event: Record<string, unknown> & { readonly type: string };
  readonly internal: DomainEvent["internal"];
}

/** The people who are no guests. */
export const nonGuests = actives.filter((name) => !name.startsWith("guest"));

/** Lists kinds of event with the users who got them. */
export function kinds(heard: readonly Heard[]): readonly [string, readonly string[]][] {
  return heard.map(({ event, to }) => {
    const { op } = event;
    return [typeof op === "string" ? `${event.type} ${op}` : event.type, to];
  });
}

/** Some of the people. */
export function without(names: readonly string[], ...left: readonly string[]): readonly string[] {
  return names.filter((name) => !left.includes(name));
}

/** The channels service of a test file with its own database and NATS server, and a peer in the place of users. */
export class World implements AsyncDisposable {
  readonly db: Database;
  readonly pool: ServiceClient;
  readonly service: ChannelsService;
  readonly messages: MessagesPeer;
  readonly stream: OwnNats;
  readonly statements: readonly string[];
  readonly #settler: Settler;
  readonly #stack: AsyncDisposableStack;
  readonly #realms: Map<number, People>;
  #made = 0;

  private constructor(parts: {
    db: Database;
    pool: ServiceClient;
    service: ChannelsService;
    messages: MessagesPeer;
    stream: OwnNats;
    statements: readonly string[];
    settler: Settler;
    stack: AsyncDisposableStack;
    realms: Map<number, People>;
  }) {
    this.db = parts.db;
    this.pool = parts.pool;
    this.service = parts.service;
    this.messages = parts.messages;
    this.stream = parts.stream;
    this.statements = parts.statements;
    this.#settler = parts.settler;
    this.#stack = parts.stack;
    this.#realms = parts.realms;
  }

  /**
   * With `seen`, the service reaches its database only past the log of statements; with a clock it looks at channels'
   * facts often.
   */
  static async create(
    overrides: Partial<Config> = {},
    seen = false,
    now?: () => number,
  ): Promise<World> {
    await using stack = new AsyncDisposableStack();
    const realms = new Map<number, People>();
    const database = stack.use(await createDatabase(template));
    const peer = stack.use(await startUsers(realms));
    const messages = stack.use(await MessagesPeer.start());
    const url = database.urlFor("channels");
    const db = stack.adopt(await openDatabase({ url, maxPoolSize: 2 }), (open) => open.end());
    const log = seen ? stack.use(await logStatements(url)) : undefined;
    const stream = stack.use(await startOwnNats());
    const durables = ["channels", "channel_facts", "channel_facts_bots"];
    const settled = { adminUrl: database.adminUrl, natsUrl: stream.url, durables };
    const settler = stack.use(await Settler.open(settled));
    const config = { MESSAGES_URL: messages.url, NATS_URL: stream.url, ...overrides };
    const often = { checkOutput: true, lookEveryMs: 50 };
    const service = stack.use(
      await createService(
        configOf(log?.url ?? url, peer, config),
        now ? { ...often, now, factsLookEveryMs: 20 } : often,
      ),
    );
    const signer = createIdentitySigner(key);
    const pool = stack.adopt(
      createServiceClient(`http://127.0.0.1:${service.port}`, { name: "channels", signer }),
      (open) => open.close(),
    );
    return new World({
      db,
      pool,
      service,
      messages,
      stream,
      realms,
      statements: log?.statements ?? [],
      settler,
      stack: stack.move(),
    });
  }

  /** A new organization with the usual people. */
  realm(): Realm {
    this.#made += 1;
    const people = new People(1000 + this.#made);
    this.#realms.set(people.realmId, people);
    return new Realm(this, people);
  }

  /** Resolves when every bundle of the stream was handled. */
  settle(): Promise<void> {
    return this.#settler.settle();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

/** An entry of a section of the initial data; what it must be the tests say. */
type Section = Readonly<Record<string, unknown>>;
type SubscribeInput = ParamInputs<typeof subscribe.params>;

/** One organization of a world, called by its people. */
export class Realm {
  readonly people: People;
  readonly #world: World;

  constructor(world: World, people: People) {
    this.#world = world;
    this.people = people;
  }

  get id(): number {
    return this.people.realmId;
  }

  caller(name: Person): Caller {
    const { id, isBot, role } = this.people.record(name);
    const realm = { id: this.id, subdomain: `r${this.id}`, url: `http://r${this.id}.localhost` };
    const usersVersion = this.people.state.version;
    return { kind: "user", realm, userId: id, role, isBot, client: "tests", usersVersion };
  }

  request<P extends Params, R extends z.ZodObject>(
    name: Person,
    operation: Operation<P, R>,
    params: ParamInputs<P>,
  ): Promise<z.output<R>> {
    return this.#world.pool.request(operation, this.caller(name), params, { realmId: this.id });
  }

  call<I extends z.ZodType, O extends z.ZodType>(
    name: Person,
    operation: InternalOperation<I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>> {
    return this.#world.pool.call(operation, this.caller(name), input, { realmId: this.id });
  }

  /** Subscribes to, and so creates, channels by name. */
  subscribe(name: Person, channels: readonly string[], more: Partial<SubscribeInput> = {}) {
    const subscriptions = channels.map((channel) => ({ name: channel }));
    return this.request(name, subscribe, { subscriptions, ...more });
  }

  state(since = 0) {
    return this.call("alice", getChannelsState, { realmId: this.id, since });
  }

  /** All sections of the initial data, parsed, and the snapshot. */
  async register(name: Person, request: Partial<RegisterRequest> = {}) {
    const answer = await this.call(name, registerOperations.channels, {
      fetch: null,
      clientGravatar: false,
      includeSubscribers: "true",
      slimPresence: true,
      presenceHistoryLimitDays: 14,
      capabilities: { notification_settings_null: true, empty_topic_name: true },
      ...request,
    });
    return {
      snapshot: answer.snapshot,
      sections: parseSections(answer) as Readonly<Record<string, readonly Section[]>>,
    };
  }

  async channelId(name: string): Promise<number> {
    const { streams } = await this.request("owner", listChannels, { include_all: true });
    const channel = streams.find((stream) => stream.name === name);
    if (!channel) throw new Error(`There is no channel ${name}.`);
    return channel.stream_id;
  }

  /** Clients are told of users as a register does it that comes next. */
  async settle(): Promise<void> {
    await this.register("owner", { fetch: [] });
  }

  /** Returns the notices of the notification bot that the work causes, once all are posted. */
  async notices(work: () => Promise<unknown>): Promise<SaidNotice[]> {
    const ofRealm = () =>
      [...this.#world.messages.said.values()].filter(({ realmId }) => realmId === this.id);
    await this.#allSaid();
    const before = ofRealm().length;
    await work();
    await this.#allSaid();
    return ofRealm().slice(before);
  }

  /** The events that the work caused, in order. */
  async events(work: () => Promise<unknown>): Promise<Heard[]> {
    const before = (await this.#bundles()).length;
    await work();
    const after = await this.#bundles();
    return after
      .slice(before)
      .flat()
      .map((event) => this.#heard(event));
  }

  async #allSaid(): Promise<void> {
    const left = sql.unsafe`select 1 from notice where realm_id = ${this.id}`;
    while (await this.#world.db.exists(left)) await nextLook();
  }

  async #bundles(): Promise<DomainEvent[][]> {
    const texts = await this.#world.db.anyFirst(
      sql.type(
        z.object({ events: z.string() }),
      )`select events from outbox where realm_id = ${this.id} order by id`,
    );
    return texts.map((text) => JSON.parse(text) as DomainEvent[]);
  }

  #heard({ audience, event, internal }: DomainEvent): Heard {
    const isFor = audienceTest(audience);
    const to = actives.filter((name) => isFor(this.people.id(name)));
    const strangers = audience.to === "users" ? audience.ids.length - to.length : 0;
    if (strangers > 0) throw new Error(`${strangers} others were told of ${event.type}.`);
    return { to, event, internal };
  }
}
