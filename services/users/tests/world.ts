import { rmSync } from "node:fs";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { auditMigrations } from "@team-chat/audit";
import { Secret } from "@team-chat/config";
import {
  type Bundle,
  type DomainEvent,
  type InternalOperation,
  type MembershipRecord,
  type Operation,
  type Params,
  roles,
} from "@team-chat/contract";
import { createIdentitySigner, type Identity, type RealmRef } from "@team-chat/identity";
import { type Nats } from "@team-chat/nats";
import { outboxMigrations } from "@team-chat/outbox";
import { type Database, migrateService, openDatabase, sql } from "@team-chat/pg";
import { createServiceClient, type ParamInputs, type ServiceClient } from "@team-chat/rpc";
import {
  createDatabase,
  RefusalGuard,
  rolePassword,
  roleUrl,
  signedFetch,
  startOwnNats,
} from "@team-chat/testkit";
import type { z } from "zod";

import { type Config, createService, type UsersService } from "../src/index.ts";
import { configDefaults } from "./config-defaults.ts";
import { type DeletionFacts, deletionVariables, startWebhooks } from "./deletion-peers.ts";
import { guardExceptions } from "./guard-exceptions.ts";
import type { Outage } from "./operator/outage.ts";
import {
  type AfterUses,
  callVariables,
  type ChannelSetting,
  type GroupUses,
  type Notice,
  type PeerFacts,
  peerFacts,
  startChannels,
  startMessages,
  type Subscribed,
} from "./peers.ts";
import { ensureRealms, type Name, operator, type Person, person, type Realms } from "./people.ts";
import { readBundles } from "./read-events.ts";

const key = "00112233445566778899aabbccddeeff";
const signer = createIdentitySigner(key);

/** The organizations and their people are made once per run: most of what that takes is the hashing of passwords. */
const template = {
  name: "users-people",
  migrate: async (adminUrl: string) => {
    const dirs = [
      outboxMigrations,
      auditMigrations,
      path.join(import.meta.dirname, "../migrations"),
    ];
    await migrateService({ adminUrl, service: "users", password: rolePassword, dirs });
    await using stack = new AsyncDisposableStack();
    const url = roleUrl(adminUrl, "users");
    const { database, service, users } = await openService({ url }, stack);
    await ensureRealms(users);
    await service.outbox.settle();
    // A copy has a stream of its own, which lacks these events: they would be published again.
    await database.query(sql.unsafe`delete from outbox`);
  },
};

/** The service with two organizations: the root one with a user of each role and a bot of Alice's, and `acme`. */
export class World implements AsyncDisposable {
  readonly users: ServiceClient;
  readonly realm: RealmRef;
  readonly acme: RealmRef;
  readonly acmeOwner: Person;
  readonly people: Readonly<Record<Name, Person>>;
  readonly service: UsersService;
  /** For what no operation does. */
  readonly database: Database;
  /** Notices that the notification bot was asked to post. */
  readonly notices: Notice[];
  /** Why it says nothing at the moment. */
  readonly outage: Outage;
  /** Users whom the channels service was asked to subscribe. */
  readonly subscribed: readonly Subscribed[];
  /** Settings of channels that were changed for people. */
  readonly channelSettings: ChannelSetting[];
  /** Uses of each group that the channels service returns. */
  readonly groupUses: Map<number, GroupUses>;
  /** Called right after the channels service has returned them. */
  readonly afterUses: AfterUses;
  /** Milliseconds by which the service's clock is ahead. */
  readonly clock: { aheadMs: number };
  /** Direct conversations that the messages service returns. */
  readonly conversations: number[][];
  /** Deletions that services were asked for, and what they say is left. */
  readonly deletions: DeletionFacts;
  /** Whatever operators wanted with legal holds. */
  readonly holds: readonly object[];
  /** Whatever operators wanted with exports, of people above all, and imports. */
  readonly personExports: readonly object[];
  readonly #memberships: MembershipRecord[];
  readonly guard: RefusalGuard;
  readonly #nats: Nats;
  readonly #mailDir: string;
  readonly config: Config;
  readonly #processes: UsersService[];
  readonly #stack: AsyncDisposableStack;
  #seen = 0;

  private constructor(parts: Opened & Realms, stack: AsyncDisposableStack) {
    this.users = parts.users;
    this.realm = parts.root.realm;
    this.people = parts.people;
    this.acme = parts.acme.realm;
    this.acmeOwner = person(parts.acme.realm, parts.acme.owner, roles.owner);
    this.service = parts.service;
    this.database = parts.database;
    this.notices = parts.notices;
    this.outage = parts.outage;
    this.groupUses = parts.groupUses;
    this.afterUses = parts.afterUses;
    this.clock = parts.clock;
    this.subscribed = parts.subscribed;
    this.channelSettings = parts.channelSettings;
    this.conversations = parts.conversations;
    this.deletions = parts.deletions;
    this.holds = parts.holds;
    this.personExports = parts.personExports;
    this.#memberships = parts.memberships;
    this.guard = parts.guard;
    this.#nats = parts.nats;
    this.#mailDir = parts.mailDir;
    this.config = parts.config;
    this.#processes = [parts.service];
    this.#stack = stack;
  }

  static async create(change: Partial<Config> = {}): Promise<World> {
    await using stack = new AsyncDisposableStack();
    const { urlFor } = stack.use(await createDatabase(template));
    const open = await openService({ url: urlFor("users"), change }, stack);
    const realms = await ensureRealms(open.users);
    const world = new World({ ...open, ...realms }, stack.move());
    await world.events();
    // The people have been greeted.
    world.notices.length = 0;
    return world;
  }

  /** Takes the events published since the last call. */
  async events(): Promise<readonly DomainEvent[]> {
    return (await this.bundles()).flatMap(({ events }) => events);
  }

  /** Takes the bundles published since the last call, transaction by transaction. */
  async bundles(): Promise<readonly Bundle[]> {
    for (const { outbox } of this.#processes) await outbox.settle();
    const { bundles, last } = await readBundles(this.#nats, this.#seen);
    this.#seen = last;
    return bundles;
  }

  /** Starts another process of the service, for as long as this one; what of its configuration is different. */
  async addProcess(change: Partial<Config> = {}): Promise<ServiceClient> {
    return this.#stack.adopt(openPool(await this.addService(change)), (pool) => pool.close());
  }

  /** Adds a process of the service, with the clock of this one. */
  async addService(change: Partial<Config> = {}): Promise<UsersService> {
    const now = () => Date.now() + this.clock.aheadMs;
    const config = { ...this.config, ...change };
    const service = this.#stack.use(await createService(config, { checkOutput: true, now }));
    this.#processes.push(service);
    return service;
  }

  /** Calls a public operation as somebody of the root organization, or by identity; a refusal must change nothing. */
  request<P extends Params, R extends z.ZodObject>(
    as: Name | Identity,
    operation: Operation<P, R>,
    params: ParamInputs<P>,
  ): Promise<z.output<R>> {
    const identity = typeof as === "string" ? this.people[as].identity : as;
    return this.guard.watch(
      () => this.users.request(operation, identity, params, { realmId: this.realm.id }),
      () => false,
    );
  }

  /** Posts files, or asks for one, as HTTP clients do behind the gateway. */
  fetch(identity: Identity, address: string, init: RequestInit = {}): Promise<Response> {
    const url = `http://127.0.0.1:${this.service.port}/api/v1${address}`;
    return this.guard.watch(
      () => signedFetch({ signer, identity }, url, init),
      ({ ok }) => !ok,
    );
  }

  /** Calls an internal operation. */
  call<I extends z.ZodType, O extends z.ZodType>(
    operation: InternalOperation<I, O>,
    input: z.input<I>,
    identity: Identity = operator,
  ): Promise<z.output<O>> {
    return this.guard.watch(
      () => this.users.call(operation, identity, input, { realmId: this.realm.id }),
      () => false,
    );
  }

  /** Subscribes somebody to a channel, or ends that, as the channels service tells of it. */
  setMember(channelId: number, userId: number, active: boolean): void {
    const version = this.#memberships.length + 1;
    this.#memberships.push({ channelId, userId, active, muted: false, version });
  }

  /** All e-mails that were sent, oldest first. */
  async mails(): Promise<readonly string[]> {
    await this.service.mail.look();
    const names = await readdir(this.#mailDir).catch(() => []);
    return Promise.all(
      names
        .filter((name) => name.endsWith(".eml"))
        .toSorted((a, b) => a.localeCompare(b))
        .map((name) => readFile(path.join(this.#mailDir, name), "utf8")),
    );
  }

  anonymous(realm: RealmRef | null = this.realm): Identity {
    return { kind: "anonymous", realm, client: "test" };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}

interface Opened extends PeerFacts {
  readonly database: Database;
  readonly config: Config;
  readonly clock: { aheadMs: number };
  readonly guard: RefusalGuard;
  readonly mailDir: string;
  readonly service: UsersService;
  readonly users: ServiceClient;
  readonly nats: Nats;
}

interface OpenSettings {
  readonly url: string;
  readonly change?: Partial<Config>;
}

async function openService(
  { change = {}, url }: OpenSettings,
  stack: AsyncDisposableStack,
): Promise<Opened> {
  const { nats, url: natsUrl } = stack.use(await startOwnNats());
  const mailDir = await mkdtemp(path.join(tmpdir(), "mails-"));
  stack.defer(() => {
    rmSync(mailDir, { recursive: true });
  });
  const guard = stack.use(await RefusalGuard.open({ url, ...guardExceptions }));
  const database = stack.adopt(await openDatabase({ url }), (open) => open.end());
  const facts = peerFacts();
  const messages = stack.use(await startMessages(signer, facts));
  const channels = stack.use(await startChannels(signer, facts));
  const config: Config = {
    ...configDefaults,
    NATS_URL: natsUrl,
    IDENTITY_KEY: new Secret(key),
    DATABASE_URL: new Secret(url),
    CHANNELS_URL: `http://127.0.0.1:${channels.port}`,
    MESSAGES_URL: `http://127.0.0.1:${messages.port}`,
    ...deletionVariables(stack.use(await startWebhooks(signer, facts.deletions))),
    MAIL_DIR: mailDir,
    LDAP_ALLOWED_NETWORKS: [],
    AUDIT_ALLOWED_NETWORKS: [],
    ORGANIZATION_CREATION: "off",
    ORGANIZATION_CREATION_PLAN: "limited",
    ORGANIZATIONS_PER_DAY: 20,
    ...callVariables,
    ...change,
  };
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const service = stack.use(await createService(config, { checkOutput: true, now }));
  const users = stack.adopt(openPool(service), (pool) => pool.close());
  return { config, clock, database, mailDir, service, users, guard, nats, ...facts };
}

function openPool({ port }: UsersService): ServiceClient {
  return createServiceClient(`http://127.0.0.1:${port}`, { name: "users", signer });
}
