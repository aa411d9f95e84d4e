import { tmpdir } from "node:os";
import path from "node:path";

import { databaseLimits, externalScheme, streamSettings } from "@team-chat/config";
import {
  type Bundle,
  type DomainEvent,
  getChannelsState,
  usersDomainEvent,
} from "@team-chat/contract";
import { createServiceApp, keepingTexts, listen } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats, consumeBundles, type Nats } from "@team-chat/nats";
import { openOutbox, type Outbox } from "@team-chat/outbox";
import {
  type Database,
  hotPool,
  isDataException,
  openDatabase,
  VersionLookUp,
} from "@team-chat/pg";
import { Projection } from "@team-chat/projection";
import { createServiceClient, type ServiceClient, type VersionOf } from "@team-chat/rpc";
import type { Logger } from "@team-chat/telemetry";

import { type Config, jwtKeysOf } from "./config.ts";
import { followVisibility, mayAffectVisibility } from "./consumers/follow-visibility.ts";
import { followers } from "./consumers/followers.ts";
import type { Context } from "./context.ts";
import { createCalls } from "./domain/calls/calls.ts";
import { Greeter } from "./domain/greeting/greeter.ts";
import { MailSender } from "./domain/mail/mail-sender.ts";
import { type Deliver, folderDelivery, smtpDelivery } from "./domain/mail/transport.ts";
import { RealmCache } from "./domain/organization/realm-cache.ts";
import { PresenceBook } from "./domain/presence/presence-book.ts";
import { ChannelMembers } from "./domain/visibility/channel-members.ts";
import { createLog } from "./log.ts";
import { createSites } from "./policies/organization/sites.ts";
import { createRegisterReads } from "./register/memory.ts";
import { internalRoutes, routes } from "./routes.ts";
import { FullMemberClock } from "./workflows/groups/full-member-clock.ts";

/** Options that tests replace. */
export interface Overrides {
  readonly log?: Logger;
  /** True if answers and events are checked against the contract. */
  readonly checkOutput?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Waited for before anything from the stream is handled. */
  readonly ready?: () => Promise<void>;
}

const atOnce = () => Promise.resolve();

export interface UsersService extends AsyncDisposable {
  readonly port: number;
  readonly outbox: Outbox;
  readonly mail: MailSender;
  readonly fullMembers: FullMemberClock;
}

const hotConnections = 8;

/** Starts the service; resolves when it listens. */
export async function createService(
  config: Config,
  overrides: Overrides = {},
): Promise<UsersService> {
  const log = overrides.log ?? createLog(config.LOG_LEVEL);
  await using stack = new AsyncDisposableStack();
  const nats = stack.adopt(
    await connectNats({ url: config.NATS_URL, name: "users" }),
    (connection) => connection.close(),
  );
  const ctx = await openContext({ config, log, nats, overrides }, stack);
  const fullMembers = stack.use(new FullMemberClock(ctx));
  for (const follower of followers(ctx)) ctx.outbox.followers.add(follower);
  stack.use(startConsumers({ config, ctx, nats, ready: overrides.ready ?? atOnce }));
  const app = createServiceApp({
    service: "users",
    ctx,
    signer: createIdentitySigner(config.IDENTITY_KEY.reveal()),
    logger: log,
    routes: routes.map((route) => keepingTexts(route, isDataException)),
    internal: internalRoutes,
    checkOutput: overrides.checkOutput ?? false,
    versionOf: openVersions({ config, log }, stack),
    ready: async () => {
      await ctx.hot.query("select 1");
      await nats.flush();
    },
  });
  const server = stack.use(await listen(app, { host: config.HOST, port: config.PORT }));
  const owned = stack.move();
  return {
    port: server.port,
    outbox: ctx.outbox,
    mail: ctx.mail,
    fullMembers,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function openVersions(
  { config, log }: Pick<OpenSettings, "config" | "log">,
  stack: AsyncDisposableStack,
): VersionOf {
  const onError = (error: Error) => {
    log.error({ err: error }, "survived");
  };
  const url = config.DATABASE_URL.reveal();
  const versions = stack.use(new VersionLookUp({ url, onError }));
  return (realmId) => versions.versionOf(realmId);
}

interface OpenSettings {
  readonly config: Config;
  readonly log: Logger;
  readonly nats: Nats;
  readonly overrides: Overrides;
}

async function openContext(
  { config, log, nats, overrides }: OpenSettings,
  stack: AsyncDisposableStack,
): Promise<Context> {
  const url = config.DATABASE_URL.reveal();
  const signer = createIdentitySigner(config.IDENTITY_KEY.reveal());
  const onError = (error: unknown) => {
    log.error({ err: error }, "survived");
  };
  const openPool = (name: string, urls: string) =>
    stack.adopt(createServiceClient(urls, { name, signer }), (pool) => pool.close());
  const channels = openPool("channels", config.CHANNELS_URL);
  const messages = openPool("messages", config.MESSAGES_URL);
  const limits = databaseLimits(config);
  const opening = { url, limits, onIdleError: onError };
  const db = stack.adopt(await openDatabase({ url, limits }), (open) => open.end());
  const hot = stack.adopt(hotPool({ ...opening, max: hotConnections }), (open) => open.end());
  const realms = new RealmCache(db, hot);
  const sites = createSites(config.EXTERNAL_HOST, externalScheme(config));
  return {
    db,
    hot,
    outbox: stack.use(openUsersOutbox({ config, nats, db, onError, overrides })),
    sites,
    calls: createCalls({
      variables: config,
      identityKey: config.IDENTITY_KEY,
      rootUrl: sites.urlOf(""),
    }),
    realms,
    registers: createRegisterReads({ db, hot, realms }),
    presence: stack.use(new PresenceBook(db, onError)),
    mail: stack.use(
      new MailSender({ db, deliver: deliveryOf(config), from: config.MAIL_FROM, onError }),
    ),
    channels,
    members: membersOf(channels),
    messages,
    greeter: stack.use(new Greeter({ db, messages, onError })),
    now: overrides.now ?? Date.now,
    jwtKeys: jwtKeysOf(config),
    webPublicStreams: config.WEB_PUBLIC_STREAMS_ENABLED,
    onError,
    mode: config.MODE,
  };
}

const self = { kind: "service", name: "users" } as const;

function membersOf(channels: ServiceClient): Context["members"] {
  return new Projection({
    fetch: (realmId, since) =>
      channels.call(getChannelsState, self, { realmId, since }, { realmId }),
    empty: () => new ChannelMembers(),
    apply: (members, state) => members.apply(state),
  });
}

interface ConsumerParts {
  readonly config: Config;
  readonly ctx: Context;
  readonly nats: Nats;
  readonly ready: () => Promise<void>;
}

/** Starts the consumers, each of which lets guests be told of whom they see as soon as something of it changes. */
function startConsumers({ config, ctx, nats, ready }: ConsumerParts): AsyncDisposable {
  const stopping = new AbortController();
  const shared = {
    signal: stopping.signal,
    onError: ctx.onError,
    concerns: mayAffectVisibility,
    handle: (bundle: Bundle) => ready().then(() => followVisibility(ctx, bundle)),
  };
  const running = Array.from({ length: config.PARTITIONS }, (_, partition) => [
    consumeBundles(nats, { ...shared, partition, durable: "sight_channels" }),
    consumeBundles(nats, { ...shared, partition, durable: "sight_users" }),
  ]).flat();
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

function deliveryOf({ SMTP_URL: smtp, MAIL_DIR: folder, MODE: mode }: Config): Deliver | null {
  if (smtp !== undefined) return smtpDelivery(smtp.reveal());
  if (folder !== undefined) return folderDelivery(folder);
  return mode === "development" ? folderDelivery(path.join(tmpdir(), "team-chat-mail")) : null;
}

interface OutboxSettings {
  readonly config: Config;
  readonly nats: Nats;
  readonly db: Database;
  readonly onError: (error: unknown) => void;
  readonly overrides: Overrides;
}

function openUsersOutbox({ config, nats, db, onError, overrides }: OutboxSettings): Outbox {
  return openOutbox({
    service: "users",
    db,
    url: config.DATABASE_URL.reveal(),
    nats,
    streams: streamSettings(config),
    onError,
    check: overrides.checkOutput ? checkEvent : undefined,
  });
}

/** @throws ZodError when clients or the events service would not understand the event */
function checkEvent({ event }: DomainEvent): void {
  usersDomainEvent.parse(event);
}
