import { auditMigrations, removeOldEntriesRegularly } from "@team-chat/audit";
import {
  databaseLimits,
  leaseLimits,
  listenSettings,
  streamSettings,
  streamNats,
} from "@team-chat/config";
import {
  channelsEvent,
  claimGroups,
  channelsFacts,
  type DomainEvent,
  getChannelFacts,
  getUsersState,
  hasNamedTopics,
  listRecentUsers,
  listUnseenUsers,
} from "@team-chat/contract";
import { createServiceApp, listen } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats, type Nats } from "@team-chat/nats";
import { openOutbox, type Outbox, outboxMigrations } from "@team-chat/outbox";
import {
  type Database,
  type HotPool,
  databaseErrors,
  ServicePools,
  VersionLookUp,
} from "@team-chat/pg";
import { isGuest } from "@team-chat/policy";
import { Projection, UserDirectory } from "@team-chat/projection";
import { createServiceClient, type ServiceClient, type VersionOf } from "@team-chat/rpc";
import {
  failureLog,
  type Logger,
  measureCaches,
  type Metrics,
  noMetrics,
} from "@team-chat/telemetry";

import type { Config } from "./config.ts";
import { followers } from "./consumers/followers.ts";
import { startConsumers } from "./consumers/start-consumers.ts";
import type { Context } from "./context.ts";
import { type NoticePoster, openNoticePoster } from "./domain/notice-poster.ts";
import { RecentUsers } from "./domain/recent-users.ts";
import { createLog } from "./log.ts";
import { checkDatabase, findChanges } from "./queries/versions.ts";
import { createRegisterReads } from "./register/memory.ts";
import { internalRoutes, routes } from "./routes.ts";
import { RealmChannels } from "./values/realm-channels.ts";
import { FactsLook } from "./workflows/facts/facts-look.ts";

/** Options that tests replace. */
export interface Overrides {
  readonly log?: Logger;
  readonly metrics?: Metrics;
  /** True if answers and events are checked against the contract. */
  readonly checkOutput?: boolean;
  /** Between two looks for notices that nobody said. */
  readonly lookEveryMs?: number;
  /** Between two looks for realms whose channels' facts are a day old. */
  readonly factsLookEveryMs?: number;
  /** The clock, in UNIX milliseconds. */
  readonly now?: () => number;
  /** Waited for before anything from the stream is handled. */
  readonly ready?: () => Promise<void>;
}

const atOnce = () => Promise.resolve();

export interface ChannelsService extends AsyncDisposable {
  readonly port: number;
  readonly outbox: Outbox;
}

/** Starts the service; resolves when it listens. */
export async function createService(
  config: Config,
  overrides: Overrides = {},
): Promise<ChannelsService> {
  const log = overrides.log ?? createLog(config.LOG_LEVEL);
  const metrics = overrides.metrics ?? noMetrics;
  const signer = createIdentitySigner(config.IDENTITY_KEY.reveal());
  await using stack = new AsyncDisposableStack();
  const nats = stack.adopt(
    await connectNats({ ...streamNats(config), name: "channels", watch: { log, metrics } }),
    (connection) => connection.close(),
  );
  const stores = await openStores({ config, log, metrics }, stack);
  const { db } = stores;
  const outbox = stack.use(openChannelsOutbox({ config, nats, db, log, metrics, overrides }));
  const peer = (name: string, urls: string) =>
    stack.adopt(createServiceClient(urls, { name, signer, nats, log }), (pool) => pool.close());
  const messages = peer("messages", config.MESSAGES_URL);
  const users = peer("users", config.USERS_URL);
  const lookEveryMs = overrides.lookEveryMs ?? 1000;
  const notices = stack.use(openNoticePoster({ db, messages, log, lookEveryMs }));
  const now = overrides.now ?? Date.now;
  const ctx = contextOf({ config, stores, outbox, notices, users, messages, now });
  measureCaches(metrics, { users: ctx.users, channels: ctx.channels });
  for (const follower of followers(ctx, { users, messages })) outbox.followers.add(follower);
  stack.use(startConsumers({ config, ctx, nats, log, metrics, ready: overrides.ready ?? atOnce }));
  const everyMs = overrides.factsLookEveryMs ?? 60_000;
  stack.use(new FactsLook({ ctx, log, everyMs }));
  stack.use(removeOldEntriesRegularly(db, config.AUDIT_RETENTION_DAYS, log));
  const app = createServiceApp({
    service: "channels",
    ctx,
    signer,
    logger: log,
    metrics,
    logEvery: config.REQUEST_LOG_EVERY,
    routes,
    databaseErrors,
    internal: internalRoutes,
    checkOutput: overrides.checkOutput ?? false,
    versionOf: openVersions({ config, log, metrics }, stack),
    // Without NATS it reads and writes all the same: events wait in the outbox.
    ready: () => checkDatabase(db),
  });
  const server = stack.use(await listen(app, listenSettings(config)));
  const owned = stack.move();
  return { port: server.port, outbox, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

interface Opening {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
}

interface Stores {
  readonly db: Database;
  readonly hot: HotPool;
}

function openVersions({ config, log, metrics }: Opening, stack: AsyncDisposableStack): VersionOf {
  const onError = failureLog(log, "looking up versions failed and is tried at the next question");
  const options = {
    url: config.DATABASE_URL.reveal(),
    limits: databaseLimits(config),
    max: config.VERSION_CONNECTIONS,
    onError,
    metrics,
  };
  return stack.use(new VersionLookUp(options)).versionOf;
}

async function openStores(
  { config, log, metrics }: Opening,
  stack: AsyncDisposableStack,
): Promise<Stores> {
  const pools = stack.use(
    new ServicePools({
      service: "channels",
      migrations: [outboxMigrations, auditMigrations, `${import.meta.dirname}/../migrations`],
      url: config.DATABASE_URL.reveal(),
      limits: databaseLimits(config),
      metrics,
      log,
    }),
  );
  return {
    db: await pools.main(config.MAIN_CONNECTIONS),
    hot: pools.hot({ name: "hot", max: config.HOT_CONNECTIONS }),
  };
}

const self = { kind: "service", name: "channels" } as const;

interface ContextParts {
  readonly config: Config;
  readonly stores: Stores;
  readonly outbox: Outbox;
  readonly notices: NoticePoster;
  readonly users: ServiceClient;
  readonly messages: ServiceClient;
  readonly now: () => number;
}

function contextOf({ config, stores, messages, users, ...parts }: ContextParts): Context {
  const { db, hot } = stores;
  const realmChannels = new Projection({
    fetch: (realmId: number, since: number) => findChanges(stores, realmId, since),
    empty: () => new RealmChannels(),
    apply: (channels, changes) => {
      if ("channels" in changes) channels.apply(changes);
    },
  });
  return {
    db,
    hot,
    registers: createRegisterReads({ db, hot, channels: realmChannels }),
    ...parts,
    users: new Projection({
      fetch: (realmId, since) => users.call(getUsersState, self, { realmId, since }, { realmId }),
      empty: () => new UserDirectory(),
      apply: (directory, state) => directory.apply(state),
    }),
    channels: realmChannels,
    recentUsers: new RecentUsers({
      ask: (of) => users.call(listRecentUsers, self, of, { realmId: of.realmId }),
      now: parts.now,
    }),
    unseen: async ({ realmId, viewer, userIds }) => {
      if (!isGuest(viewer) || userIds.length === 0) return new Set();
      const input = { realmId, viewerId: viewer.id, userIds: [...userIds] };
      return new Set((await users.call(listUnseenUsers, self, input, { realmId })).userIds);
    },
    claimGroups: async (of) =>
      (await users.call(claimGroups, self, of, { realmId: of.realmId })).isActive,
    hasNamedTopics: async (of) => {
      const answer = await messages.call(hasNamedTopics, self, of, { realmId: of.realmId });
      return answer.hasNamedTopics;
    },
    channelFacts: async (of) => {
      const answer = await messages.call(getChannelFacts, self, of, { realmId: of.realmId });
      return answer.channels;
    },
    webPublicStreams: config.WEB_PUBLIC_STREAMS_ENABLED,
  };
}

const outboxFailed = "publishing events from the outbox failed and is tried again";

interface OutboxParts {
  readonly config: Config;
  readonly nats: Nats;
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly overrides: Overrides;
}

function openChannelsOutbox({ config, db, log, metrics, nats, overrides }: OutboxParts): Outbox {
  return openOutbox({
    service: "channels",
    db,
    url: config.DATABASE_URL.reveal(),
    nats,
    streams: streamSettings(config),
    leases: leaseLimits(config),
    metrics,
    check: overrides.checkOutput ? checkEvent : undefined,
    log,
    onError: failureLog(log, outboxFailed),
  });
}

/** @throws ZodError when clients or the events service would not understand the event */
function checkEvent({ event, internal }: DomainEvent): void {
  channelsEvent.parse(event);
  if (internal !== undefined) channelsFacts.parse(internal);
}
