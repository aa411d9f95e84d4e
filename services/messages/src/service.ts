import { auditMigrations, removeOldEntriesRegularly } from "@team-chat/audit";
import {
  databaseLimits,
  leaseLimits,
  listenSettings,
  streamSettings,
  streamNats,
} from "@team-chat/config";
import {
  botsSource,
  type DomainEvent,
  getChannelsState,
  getChannelsVersion,
  getUsersState,
  messagesDomainEvent,
  moveTopicPreferences,
  setTopicVisibilityFor,
} from "@team-chat/contract";
import { createServiceApp, listen } from "@team-chat/http";
import { createIdentitySigner, type IdentitySigner } from "@team-chat/identity";
import { Renderer, type RendererOptions } from "@team-chat/markdown";
import { connectNats, type Nats } from "@team-chat/nats";
import { openOutbox, type Outbox, outboxMigrations } from "@team-chat/outbox";
import { databaseErrors, ServicePools } from "@team-chat/pg";
import { PictureScaler } from "@team-chat/pictures";
import { Projection, UserDirectory } from "@team-chat/projection";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";
import { failureLog, type Logger, type Metrics, noMetrics } from "@team-chat/telemetry";

import { type Config, switchesOf } from "./config.ts";
import { startConsumers } from "./consumers/start-consumers.ts";
import type { Context } from "./context.ts";
import { ChannelFollower } from "./domain/channel-follower.ts";
import { RealmChannels } from "./domain/directories/realm-view.ts";
import { keyedBy } from "./domain/files/keyed-by.ts";
import { NewPictures } from "./domain/files/new-pictures.ts";
import { openPendingCalls } from "./domain/pending-calls.ts";
import { Recipients } from "./domain/recipients.ts";
import { openFileStores } from "./domain/storage/open-stores.ts";
import {
  type UnreadLimits,
  unreadLimits,
  UnreadMessages,
} from "./domain/unread/unread-messages.ts";
import { loadRecentRealms } from "./loading/load-recent-realms.ts";
import { createLog } from "./log.ts";
import { measureArchives } from "./metrics.ts";
import { createRegisterReads } from "./register/memory.ts";
import { internalRoutes, routes } from "./routes.ts";
import { ChannelActivity } from "./sending/channel-activity.ts";
import { ExistingTopics } from "./sending/existing-topics.ts";
import { introducing } from "./sending/introduce.ts";
import { MessageWriter } from "./sending/write.ts";
import { forgetKeys } from "./workflows/forget-keys.ts";
import { carryMemberships } from "./workflows/recipients/carry-memberships.ts";
import { startTasks, type Tasks } from "./workflows/tasks/start-tasks.ts";

/** Options that tests replace. */
export interface Overrides {
  readonly log?: Logger;
  readonly metrics?: Metrics;
  /** True if answers and events are checked against the contract. */
  readonly checkOutput?: boolean;
  /** Milliseconds since 1970, for what expires or becomes due. */
  readonly now?: () => number;
  readonly unreadLimits?: UnreadLimits;
  readonly renderer?: RendererOptions;
  readonly scaler?: Pick<PictureScaler, "scale">;
  /** Waited for before anything from the stream is handled. */
  readonly ready?: () => Promise<void>;
}

const atOnce = () => Promise.resolve();

export interface MessagesService extends AsyncDisposable, Tasks {
  readonly port: number;
  readonly prepared: Promise<void>;
  readonly outbox: Outbox;
}

/** Starts the service; resolves when it listens. */
export async function createService(
  config: Config,
  overrides: Overrides = {},
): Promise<MessagesService> {
  const log = overrides.log ?? createLog(config.LOG_LEVEL);
  const metrics = overrides.metrics ?? noMetrics;
  const signer = createIdentitySigner(config.IDENTITY_KEY.reveal());
  await using stack = new AsyncDisposableStack();
  const nats = stack.adopt(
    await connectNats({ ...streamNats(config), name: "messages", watch: { log, metrics } }),
    (connection) => connection.close(),
  );
  const stores = await openStores({ config, log, metrics, nats, overrides }, stack);
  const peers = openPeers({ config, nats, signer }, stack);
  stack.use(forgetKeys(stores.db, log));
  stack.use(removeOldEntriesRegularly(stores.db, config.AUDIT_RETENTION_DAYS, log));
  const pendingCalls = stack.use(openChannelCalls(stores, { channels: peers.channels, log }));
  const unread = new UnreadMessages(overrides.unreadLimits ?? unreadLimits);
  const now = overrides.now ?? Date.now;
  const renderer = stack.use(new Renderer(overrides.renderer));
  const scaler = overrides.scaler ?? stack.use(new PictureScaler());
  const ctx = contextOf({ ...stores, pendingCalls, now, renderer, scaler, unread }, peers, config);
  const tasks = startTasks(ctx, log, stack);
  measureArchives(metrics, ctx);
  stack.use(startConsumers({ config, ctx, log, metrics, nats, ready: overrides.ready ?? atOnce }));
  const prepared = loadRecentRealms(ctx);
  const app = createServiceApp({
    service: "messages",
    ctx,
    signer,
    logger: log,
    metrics,
    logEvery: config.REQUEST_LOG_EVERY,
    routes,
    databaseErrors,
    internal: internalRoutes,
    checkOutput: overrides.checkOutput ?? false,
    ready: () => checkReady(prepared, stores),
  });
  const server = stack.use(await listen(app, listenSettings(config)));
  const owned = stack.move();
  return {
    port: server.port,
    prepared,
    outbox: stores.outbox,
    ...tasks,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Resolves when requests are carried out; also without NATS, as events wait in the outbox. */
async function checkReady(prepared: Promise<void>, { hot }: Stores): Promise<void> {
  await prepared;
  await hot.query("select 1");
}

type Stores = Pick<Context, "db" | "hot" | "pages" | "outbox"> & {
  readonly activity: ChannelActivity;
};

type Peers = Context["peers"];

function openPeers(
  { config, nats, signer }: Pick<StoreSettings, "config" | "nats"> & { signer: IdentitySigner },
  stack: AsyncDisposableStack,
): Peers {
  const peer = (name: string, urls: string) =>
    stack.adopt(createServiceClient(urls, { name, signer, nats }), (pool) => pool.close());
  return {
    users: peer("users", config.USERS_URL),
    channels: peer("channels", config.CHANNELS_URL),
    webhooks: peer("webhooks", config.WEBHOOKS_URL),
  };
}

const self = { kind: "service", name: "messages" } as const;

/** Opens the retry queue of calls of the channels service. */
function openChannelCalls(
  { db }: Stores,
  { channels, log }: { channels: ServiceClient; log: Logger },
) {
  return openPendingCalls({
    db,
    run: ({ operation, input }) =>
      operation === "setTopicVisibilityFor"
        ? channels.call(setTopicVisibilityFor, self, input, { realmId: input.realmId })
        : channels.call(moveTopicPreferences, self, input, { realmId: input.realmId }),
    onError: (error) => {
      log.error({ err: error }, "a pending call of another service failed");
    },
  });
}

function contextOf(
  {
    pendingCalls,
    now,
    renderer,
    scaler,
    unread,
    activity,
    ...stores
  }: Stores &
    Pick<Context, "pendingCalls" | "now" | "renderer" | "scaler"> & {
      readonly unread: UnreadMessages;
    },
  peers: Peers,
  config: Config,
): Context {
  const { db, hot, outbox } = stores;
  const { users, channels } = projectionsOf(stores, peers);
  const channelFollower = new ChannelFollower(channels, peers.channels);
  outbox.followers.add(channelFollower);
  const introduce = introducing(users, peers.users);
  const recipients = new Recipients(hot, introduce);
  return {
    ...stores,
    pendingCalls,
    now,
    renderer,
    scaler,
    newPictures: new NewPictures(),
    users,
    channels,
    channelFollower,
    ...switchesOf(config),
    registers: createRegisterReads({ db, hot, unread }),
    recipients,
    writer: new MessageWriter({ hot, outbox, recipients, activity, now }),
    topics: new ExistingTopics(hot),
    files: openFileStores(config, db),
    peers,
    ...keyedBy(config.IDENTITY_KEY.reveal()),
    ...callsOf(peers),
  };
}

/** Opens what this service knows of others. */
function projectionsOf(
  { db, outbox }: Pick<Stores, "db" | "outbox">,
  peers: Peers,
): Pick<Context, "channels" | "users"> {
  const users = new Projection({
    fetch: (realmId, since) =>
      peers.users.call(getUsersState, self, { realmId, since }, { realmId }),
    empty: () => new UserDirectory(),
    apply: (directory, delta) => directory.apply(delta),
  });
  const channels = new Projection({
    fetch: (realmId: number, since: number) =>
      peers.channels.call(getChannelsState, self, { realmId, since }, { realmId }),
    empty: (realmId) => new RealmChannels(realmId),
    apply: (known, delta) => carryMemberships({ db, outbox }, known, delta),
  });
  return { users, channels };
}

/** Calls of the channels service for one message. */
function callsOf({ channels }: Peers): Pick<Context, "channelsSettled" | "setTopicVisibilityFor"> {
  return {
    channelsSettled: async (realmId) => {
      await channels.call(getChannelsVersion, self, { realmId, settled: true }, { realmId });
    },
    setTopicVisibilityFor: (input) =>
      channels.call(setTopicVisibilityFor, self, input, { realmId: input.realmId }),
  };
}

interface StoreSettings {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly nats: Nats;
  readonly overrides: Overrides;
}

async function openStores(
  { config, log, metrics, nats, overrides }: StoreSettings,
  stack: AsyncDisposableStack,
): Promise<Stores> {
  const pools = stack.use(
    new ServicePools({
      service: "messages",
      migrations: [outboxMigrations, auditMigrations, `${import.meta.dirname}/../migrations`],
      url: config.DATABASE_URL.reveal(),
      limits: databaseLimits(config),
      metrics,
      log,
    }),
  );
  const db = await pools.main(config.MAIN_CONNECTIONS);
  const hot = pools.hot({ name: "hot", max: config.HOT_CONNECTIONS });
  const pages = pools.prepared({ name: "pages", max: config.PAGE_CONNECTIONS });
  const activity = new ChannelActivity();
  const outbox = openOutbox({
    service: "messages",
    db,
    url: config.DATABASE_URL.reveal(),
    nats,
    streams: streamSettings(config),
    leases: leaseLimits(config),
    onHistory: (realmId, facts) => activity.recordOther(realmId, facts),
    sourceOf: (facts) => (facts === null || facts.mayReachBots ? botsSource : "messages"),
    check: overrides.checkOutput ? checkEvent : undefined,
    log,
    onError: failureLog(log, "publishing events from the outbox failed and is tried again"),
    metrics,
  });
  return { db, hot, pages, outbox: stack.use(outbox), activity };
}

/** @throws ZodError when clients or the events service would not understand the event */
function checkEvent({ event }: DomainEvent): void {
  messagesDomainEvent.parse(event);
}
