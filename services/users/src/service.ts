import { auditMigrations, removeOldEntriesRegularly } from "@team-chat/audit";
import {
  databaseLimits,
  externalScheme,
  leaseLimits,
  listenSettings,
  streamSettings,
  streamNats,
} from "@team-chat/config";
import { type DomainEvent, usersDomainEvent } from "@team-chat/contract";
import { createServiceApp, listen } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats, type Nats, realmEvents } from "@team-chat/nats";
import { openOutbox, type Outbox, outboxMigrations } from "@team-chat/outbox";
import { type Database, databaseErrors, ServicePools, VersionLookUp } from "@team-chat/pg";
import { PictureScaler } from "@team-chat/pictures";
import { createServiceClient, type ServiceClient, type VersionOf } from "@team-chat/rpc";
import { failureLog, type Logger, type Metrics, noMetrics } from "@team-chat/telemetry";

import {
  auditNetworks,
  type Config,
  jwtKeysOf,
  operatorKeysOf,
  planLimitsOf,
  signInSettings,
} from "./config.ts";
import { followers } from "./consumers/followers.ts";
import { startConsumers } from "./consumers/start-consumers.ts";
import type { Context } from "./context.ts";
import { createDomainRecords } from "./domain/addresses/domain-records.ts";
import { openAuditTargets } from "./domain/audit/audit-targets.ts";
import { createCalls } from "./domain/calls/calls.ts";
import { openGreeter } from "./domain/greeting/greeter.ts";
import { MailSender } from "./domain/mail/mail-sender.ts";
import { deliveryOf } from "./domain/mail/transport.ts";
import { openNoticePoster } from "./domain/notices/notice-poster.ts";
import { publishTurnsRegularly } from "./domain/organization/publish-turns.ts";
import { RealmCache } from "./domain/organization/realm-cache.ts";
import { PresenceBook } from "./domain/presence/presence-book.ts";
import { createSignIns } from "./domain/sign-in/sign-ins.ts";
import { membersOf } from "./domain/visibility/members-of.ts";
import { internalRoutes } from "./internal-routes.ts";
import { createLog } from "./log.ts";
import { measureAuditSending, measureUsers } from "./metrics.ts";
import { createOperatorApp } from "./operator/operator-app.ts";
import { creationRules } from "./policies/organization/creation.ts";
import { createPlans } from "./policies/organization/plans.ts";
import { createSites } from "./policies/organization/sites.ts";
import { createRegisterReads } from "./register/memory.ts";
import { routes } from "./routes.ts";
import { sealAllAnew } from "./workflows/authentication/seal-all-anew.ts";
import { startTasks, type Tasks } from "./workflows/tasks/start-tasks.ts";

/** Options that tests replace. */
export interface Overrides {
  readonly log?: Logger;
  readonly metrics?: Metrics;
  /** True if answers and events are checked against the contract. */
  readonly checkOutput?: boolean;
  /** For so long a server is waited for that the audit log is sent to. */
  readonly auditTimeoutMs?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Waited for before anything from the stream is handled. */
  readonly ready?: () => Promise<void>;
}

export interface UsersService extends AsyncDisposable, Tasks {
  readonly port: number;
  /** Undefined when it has no operator's interface. */
  readonly operatorPort: number | undefined;
  readonly outbox: Outbox;
  readonly mail: MailSender;
}

/** Starts the service; resolves when it listens. */
export async function createService(
  config: Config,
  overrides: Overrides = {},
): Promise<UsersService> {
  const log = overrides.log ?? createLog(config.LOG_LEVEL);
  const metrics = overrides.metrics ?? noMetrics;
  await using stack = new AsyncDisposableStack();
  const nats = stack.adopt(
    await connectNats({ ...streamNats(config), name: "users", watch: { log, metrics } }),
    (connection) => connection.close(),
  );
  const ctx = await openContext({ config, log, metrics, nats, overrides }, stack);
  await sealAllAnew(ctx);
  measureUsers(metrics, ctx, { nats, partitions: config.PARTITIONS.streams });
  const tasks = startTasks(ctx, stack);
  measureAuditSending(metrics, ctx, tasks.auditSending);
  stack.use(removeOldEntriesRegularly(ctx.db, config.AUDIT_RETENTION_DAYS, log));
  for (const follower of followers(ctx)) ctx.outbox.followers.add(follower);
  stack.use(
    startConsumers({ config, ctx, nats, ready: overrides.ready ?? (() => Promise.resolve()) }),
  );
  const app = createServiceApp({
    service: "users",
    ctx,
    signer: createIdentitySigner(config.IDENTITY_KEY.reveal()),
    logger: log,
    metrics,
    logEvery: config.REQUEST_LOG_EVERY,
    routes,
    databaseErrors,
    internal: internalRoutes,
    checkOutput: overrides.checkOutput ?? false,
    versionOf: openVersions({ config, log, metrics }, stack),
    // Without NATS it reads and writes all the same: events wait in the outbox.
    ready: async () => {
      await ctx.hot.query("select 1");
    },
  });
  const server = stack.use(await listen(app, listenSettings(config)));
  const operatorPort = await listenToOperator({ config, ctx, log }, stack);
  const owned = stack.move();
  return {
    port: server.port,
    operatorPort,
    outbox: ctx.outbox,
    mail: ctx.mail,
    ...tasks,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function listenToOperator(
  { config, ctx, log }: Pick<OpenSettings, "config" | "log"> & { readonly ctx: Context },
  stack: AsyncDisposableStack,
): Promise<number | undefined> {
  const keys = operatorKeysOf(config);
  if (keys.length === 0) return undefined;
  const settings = { ...listenSettings(config), port: config.OPERATOR_PORT };
  return stack.use(await listen(createOperatorApp({ ctx, keys, log }), settings)).port;
}

function openVersions(
  { config, log, metrics }: Pick<OpenSettings, "config" | "log" | "metrics">,
  stack: AsyncDisposableStack,
): VersionOf {
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

/** Opens what sends by itself what transactions have left behind: presence, e-mail, greetings, turns. */
function openSenders(
  { config, db, log, messages, nats, now }: SenderSettings,
  stack: AsyncDisposableStack,
): Pick<Context, "greeter" | "mail" | "notices" | "presence" | "turns"> {
  const failing = (message: string) => failureLog(log, message);
  const onPresence = failing("exchanging presence failed and is tried again");
  return {
    presence: stack.use(new PresenceBook({ db, now, onError: onPresence })),
    turns: stack.use(publishTurnsRegularly({ db, log, nats })),
    mail: stack.use(
      new MailSender({
        db,
        deliver: deliveryOf(config, now),
        from: config.MAIL_FROM,
        onError: failing("sending an e-mail failed and is tried again"),
      }),
    ),
    greeter: stack.use(
      openGreeter({
        db,
        messages,
        onError: failing("greeting a new member failed and is tried again"),
      }),
    ),
    notices: stack.use(
      openNoticePoster({
        db,
        messages,
        onError: failing("posting a notice failed and is tried again"),
      }),
    ),
  };
}

interface SenderSettings {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly messages: ServiceClient;
  readonly nats: Nats;
  readonly now: () => number;
}

async function openPools(
  { config, log, metrics }: Pick<OpenSettings, "config" | "log" | "metrics">,
  stack: AsyncDisposableStack,
): Promise<Pick<Context, "db" | "hot">> {
  const pools = stack.use(
    new ServicePools({
      service: "users",
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

interface OpenSettings {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly nats: Nats;
  readonly overrides: Overrides;
}

async function openContext(
  { config, log, metrics, nats, overrides }: OpenSettings,
  stack: AsyncDisposableStack,
): Promise<Context> {
  const signer = createIdentitySigner(config.IDENTITY_KEY.reveal());
  const openPool = (name: string, urls: string) =>
    stack.adopt(createServiceClient(urls, { name, signer, nats, log }), (pool) => pool.close());
  const channels = openPool("channels", config.CHANNELS_URL);
  const messages = openPool("messages", config.MESSAGES_URL);
  const webhooks = openPool("webhooks", config.WEBHOOKS_URL);
  const { db, hot } = await openPools({ config, log, metrics }, stack);
  const realms = new RealmCache(db, hot);
  const now = overrides.now ?? Date.now;
  const sites = createSites(config.EXTERNAL_HOST, externalScheme(config));
  return {
    db,
    hot,
    outbox: stack.use(openUsersOutbox({ config, nats, db, metrics, log, overrides })),
    ...openSenders({ config, db, log, messages, nats, now }, stack),
    sites,
    records: createDomainRecords(config.DNS_SERVERS),
    plans: createPlans(planLimitsOf(config)),
    scaler: stack.use(new PictureScaler()),
    calls: createCalls({
      variables: config,
      identityKey: config.IDENTITY_KEY,
      rootUrl: sites.urlOf(sites.root),
    }),
    auditTargets: stack.use(openAuditTargets(auditNetworks(config), overrides.auditTimeoutMs)),
    signIns: createSignIns({ ...signInSettings(config), now }),
    realms,
    registers: createRegisterReads({ db, hot, realms }),
    channels,
    members: membersOf(channels),
    messages,
    webhooks,
    realmEvents: realmEvents(nats, config.PARTITIONS.streams),
    creation: creationRules(config),
    deletionDays: { usual: config.DELETION_DAYS, least: config.DELETION_LEAST_DAYS },
    now,
    startedAt: Math.floor(now() / 1000),
    jwtKeys: jwtKeysOf(config),
    webPublicStreams: config.WEB_PUBLIC_STREAMS_ENABLED,
    log,
    mode: config.MODE,
    noteAction: null,
  };
}

interface OutboxSettings extends OpenSettings {
  readonly db: Database;
}

function openUsersOutbox(settings: OutboxSettings): Outbox {
  const { config, nats, db, log, metrics, overrides } = settings;
  return openOutbox({
    service: "users",
    db,
    url: config.DATABASE_URL.reveal(),
    nats,
    streams: streamSettings(config),
    leases: leaseLimits(config),
    onError: failureLog(log, "publishing events from the outbox failed and is tried again"),
    metrics,
    log,
    check: overrides.checkOutput ? checkEvent : undefined,
  });
}

/** @throws ZodError when clients or the events service would not understand the event */
function checkEvent({ event }: DomainEvent): void {
  usersDomainEvent.parse(event);
}
