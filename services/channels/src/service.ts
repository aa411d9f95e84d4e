import { databaseLimits, streamSettings } from "@team-chat/config";
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
import { createServiceApp, keepingTexts, listen } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats, gatherBundles, type Nats } from "@team-chat/nats";
import { openOutbox, type Outbox } from "@team-chat/outbox";
import {
  type Database,
  hotPool,
  type HotPool,
  isDataException,
  openDatabase,
  VersionLookUp,
} from "@team-chat/pg";
import { isGuest } from "@team-chat/policy";
import { Projection, UserDirectory } from "@team-chat/projection";
import { createServiceClient, type ServiceClient, type VersionOf } from "@team-chat/rpc";
import type { Logger } from "@team-chat/telemetry";

import type { Config } from "./config.ts";
import { followMessages } from "./consumers/follow-messages.ts";
import { concernsChannels, followUsers } from "./consumers/follow-users.ts";
import { followers } from "./consumers/followers.ts";
import { hasMessageChanges, readMessageChanges } from "./consumers/message-changes.ts";
import type { Context } from "./context.ts";
import { NoticePoster } from "./domain/notice-poster.ts";
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
  /** True if answers and events are checked against the contract. */
  readonly checkOutput?: boolean;
  /** Between two looks for notices that nobody said. */
  readonly lookEveryMs?: number;
  /** Between two looks for realms whose channels' facts are a day old. */
  readonly factsLookEveryMs?: number;
  readonly now?: () => Date;
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
  const signer = createIdentitySigner(config.IDENTITY_KEY.reveal());
  await using stack = new AsyncDisposableStack();
  const nats = stack.adopt(
    await connectNats({ url: config.NATS_URL, name: "channels" }),
    (connection) => connection.close(),
  );
  const stores = await openStores({ config, log }, stack);
  const { db } = stores;
  const outbox = stack.use(openChannelsOutbox({ config, nats, db, log, overrides }));
  const peer = (name: string, urls: string) =>
    stack.adopt(createServiceClient(urls, { name, signer }), (pool) => pool.close());
  const messages = peer("messages", config.MESSAGES_URL);
  const users = peer("users", config.USERS_URL);
  const lookEveryMs = overrides.lookEveryMs ?? 1000;
  const notices = stack.use(new NoticePoster({ db, messages, log, lookEveryMs }));
  const now = overrides.now ?? (() => new Date());
  const ctx = contextOf({ config, stores, outbox, notices, users, messages, now });
  for (const follower of followers(ctx, { users, messages })) outbox.followers.add(follower);
  stack.use(startConsumers({ config, ctx, nats, log, ready: overrides.ready ?? atOnce }));
  const everyMs = overrides.factsLookEveryMs ?? 60_000;
  stack.use(new FactsLook({ ctx, log, everyMs, now }));
  const app = createServiceApp({
    service: "channels",
    ctx,
    signer,
    logger: log,
    routes: routes.map((route) => keepingTexts(route, isDataException)),
    internal: internalRoutes,
    checkOutput: overrides.checkOutput ?? false,
    versionOf: openVersions({ config, log }, stack),
    ready: async () => {
      await checkDatabase(db);
      await nats.flush();
    },
  });
  const server = stack.use(await listen(app, { host: config.HOST, port: config.PORT }));
  const owned = stack.move();
  return { port: server.port, outbox, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/**
 * Comparing what clients were told with what is so costs more the more users there are, so it is not done for each of
 * many changes.
 */
const followUsersEveryMs = 100;

/**
 * Interval at which bundles of messages are handled: they seldom change a fact of a channel, and each look costs a
 * question for the realm's version.
 */
const followMessagesEveryMs = 100;
/** By then everybody has the message: the look does not compete with its delivery for processors. */
const followMessagesAfterMs = 50;

interface ConsumerParts {
  readonly config: Config;
  readonly ctx: Context;
  readonly nats: Nats;
  readonly log: Logger;
  readonly ready: () => Promise<void>;
}

function startConsumers({ config, ctx, log, nats, ready }: ConsumerParts): AsyncDisposable {
  const stopping = new AbortController();
  const shared = {
    signal: stopping.signal,
    onError: (error: unknown) => {
      log.error({ err: error }, "survived");
    },
  };
  const running = Array.from({ length: config.PARTITIONS }, (_, partition) => [
    gatherBundles(nats, {
      ...shared,
      partition,
      durable: "channels",
      concerns: concernsChannels,
      read: (received) => received.parse(),
      handleAll: (bundles) => ready().then(() => followUsers(ctx, bundles)),
      everyMs: followUsersEveryMs,
    }),
    ...(["channel_facts", "channel_facts_bots"] as const).map((durable) =>
      gatherBundles(nats, {
        ...shared,
        partition,
        durable,
        concerns: hasMessageChanges,
        read: readMessageChanges,
        handleAll: (bundles) => ready().then(() => followMessages(ctx, bundles, ctx.now())),
        everyMs: followMessagesEveryMs,
        patienceMs: followMessagesAfterMs,
      }),
    ),
  ]).flat();
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

interface Stores {
  readonly db: Database;
  readonly hot: HotPool;
}

const hotConnections = 4;

function openVersions(
  { config, log }: Pick<ConsumerParts, "config" | "log">,
  stack: AsyncDisposableStack,
): VersionOf {
  const onError = (error: Error) => {
    log.error({ err: error }, "survived");
  };
  const url = config.DATABASE_URL.reveal();
  const versions = stack.use(new VersionLookUp({ url, onError }));
  return (realmId) => versions.versionOf(realmId);
}

async function openStores(
  { config, log }: { readonly config: Config; readonly log: Logger },
  stack: AsyncDisposableStack,
): Promise<Stores> {
  const url = config.DATABASE_URL.reveal();
  const onError = (error: unknown) => {
    log.error({ err: error }, "survived");
  };
  const limits = databaseLimits(config);
  const opening = { url, limits, onIdleError: onError };
  return {
    db: stack.adopt(await openDatabase({ url, limits }), (open) => open.end()),
    hot: stack.adopt(hotPool({ ...opening, max: hotConnections }), (open) => open.end()),
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
  readonly now: () => Date;
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
    recentUsers: new RecentUsers((of) =>
      users.call(listRecentUsers, self, of, { realmId: of.realmId }),
    ),
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

interface OutboxParts {
  readonly config: Config;
  readonly nats: Nats;
  readonly db: Database;
  readonly log: Logger;
  readonly overrides: Overrides;
}

function openChannelsOutbox({ config, db, log, nats, overrides }: OutboxParts): Outbox {
  return openOutbox({
    service: "channels",
    db,
    url: config.DATABASE_URL.reveal(),
    nats,
    streams: streamSettings(config),
    check: overrides.checkOutput ? checkEvent : undefined,
    onError: (error) => {
      log.error({ err: error }, "survived");
    },
  });
}

/** @throws ZodError when clients or the events service would not understand the event */
function checkEvent({ event, internal }: DomainEvent): void {
  channelsEvent.parse(event);
  if (internal !== undefined) channelsFacts.parse(internal);
}
