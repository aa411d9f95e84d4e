import { databaseLimits, listenSettings, streamNats } from "@team-chat/config";
import { getUsersState, partitionOf, publishMessages, type UsersState } from "@team-chat/contract";
import { DeliveryWorker, guardedConnector } from "@team-chat/delivery";
import { AppError } from "@team-chat/errors";
import { createServiceApp, listen } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats, measureConsumers, type Nats, whenHandled } from "@team-chat/nats";
import { type Database, databaseErrors, ServicePools, sql } from "@team-chat/pg";
import { Projection, UserDirectory } from "@team-chat/projection";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";
import { createTargetGuard } from "@team-chat/target-guard";
import { type Logger, type Metrics, noMetrics } from "@team-chat/telemetry";
import { Agent } from "undici";

import type { WebhooksConfig } from "./config.ts";
import { startConsumers } from "./consumers/start-consumers.ts";
import type { WebhooksContext } from "./context.ts";
import { MailState } from "./domain/mail-state.ts";
import { vapidFrom } from "./domain/vapid.ts";
import { createLog } from "./log.ts";
import { measureWebhooks } from "./metrics.ts";
import type { ClaimedDelivery } from "./queries/deliveries.ts";
import type { ClaimedBatch } from "./queries/mail-batches.ts";
import type { ClaimedPush } from "./queries/pushes.ts";
import { internalRoutes, routes } from "./routes.ts";
import { startCleanUp } from "./workflows/clean-up.ts";
import { botDeliveries } from "./workflows/deliver/bot-deliveries.ts";
import { missedMails } from "./workflows/mail/missed-mails.ts";
import { noteUsageRegularly } from "./workflows/note-usage.ts";
import { pushes } from "./workflows/push/pushes.ts";

/** Options that tests replace. */
export interface WebhooksOverrides {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** A number from 0 up to 1. */
  readonly random?: () => number;
  /** Between two looks for due deliveries that nobody announced. */
  readonly lookEveryMs?: number;
  /** Between two looks at new messages for e-mail about them. */
  readonly noteMissedEveryMs?: number;
  readonly botTimeoutMs?: number;
  readonly log?: Logger;
  readonly metrics?: Metrics;
}

type BotWorker = DeliveryWorker<ClaimedDelivery>;
type PushWorker = DeliveryWorker<ClaimedPush>;
type MailWorker = DeliveryWorker<ClaimedBatch>;

export interface WebhooksService extends AsyncDisposable {
  readonly port: number;
  /** Calls bots. */
  readonly worker: BotWorker;
  readonly pushWorker: PushWorker;
  /** Mails to people about missed messages. */
  readonly mailWorker: MailWorker;
  readonly ctx: WebhooksContext;
}

const loopback = ["127.0.0.0/8", "::1/128"];

/** Starts the service; resolves when it listens. */
export async function createService(
  config: WebhooksConfig,
  overrides: WebhooksOverrides = {},
): Promise<WebhooksService> {
  await using stack = new AsyncDisposableStack();
  const log = overrides.log ?? createLog(config.LOG_LEVEL);
  const metrics = overrides.metrics ?? noMetrics;
  const nats = stack.adopt(
    await connectNats({ ...streamNats(config), name: "webhooks", watch: { log, metrics } }),
    (connection) => connection.close(),
  );
  const ctx = await openContext({ config, overrides, log, metrics, nats }, stack);
  const { streams: partitions } = config.PARTITIONS;
  measureConsumers(metrics, nats, { durables: ["webhooks", "pushes", "mails"], partitions });
  const { deliveriesNoted, pushesNoted, ...workers } = startWorkers(
    { ctx, lookEveryMs: overrides.lookEveryMs ?? 1000 },
    stack,
  );
  measureWebhooks(metrics, { ...ctx, ...workers });
  const { noteMissedEveryMs = 500 } = overrides;
  const noted = { deliveriesNoted, pushesNoted, noteMissedEveryMs, partitions, nats };
  stack.use(startConsumers(ctx, noted));
  stack.use(startCleanUp(ctx));
  stack.use(noteUsageRegularly(ctx));
  const app = createServiceApp({
    service: "webhooks",
    ctx: {
      ...ctx,
      deliveriesCurrent: (realmId) => noteAll({ config, ctx, nats }, realmId),
      deliveriesNoted,
    },
    signer: createIdentitySigner(config.IDENTITY_KEY.reveal()),
    logger: log,
    metrics,
    logEvery: config.REQUEST_LOG_EVERY,
    routes,
    databaseErrors,
    internal: internalRoutes,
    ready: () => answers(ctx.db),
  });
  const server = stack.use(await listen(app, listenSettings(config)));
  const owned = stack.move();
  return {
    port: server.port,
    ...workers,
    ctx,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Resolves when the database answers. */
async function answers(db: Database): Promise<void> {
  await db.query(sql.unsafe`select 1`);
}

/** Starts what works off deliveries, pushes and e-mail, first those that an earlier process left. */
function startWorkers(
  { ctx, lookEveryMs }: { readonly ctx: WebhooksContext; readonly lookEveryMs: number },
  stack: AsyncDisposableStack,
) {
  const looks = { lookEveryMs, now: ctx.now, log: ctx.log };
  const worker = stack.adopt(new DeliveryWorker(botDeliveries(ctx), looks), (open) => open.stop());
  const pushWorker = stack.adopt(new DeliveryWorker(pushes(ctx), looks), (open) => open.stop());
  const mailWorker = stack.adopt(new DeliveryWorker(missedMails(ctx), looks), (open) =>
    open.stop(),
  );
  const deliveriesNoted = () => {
    worker.nudge();
  };
  const pushesNoted = () => {
    pushWorker.nudge();
  };
  deliveriesNoted();
  pushesNoted();
  return { worker, pushWorker, mailWorker, deliveriesNoted, pushesNoted };
}

const patienceMs = 3000;

interface DeliverySource {
  readonly config: WebhooksConfig;
  readonly ctx: WebhooksContext;
  readonly nats: Nats;
}

/** Waits until the consumer has handled everything that messages had committed before. */
async function noteAll({ config, ctx, nats }: DeliverySource, realmId: number): Promise<void> {
  const self = { kind: "service", name: "webhooks" } as const;
  await ctx.messages.call(publishMessages, self, { realmId }, { realmId });
  const partition = partitionOf(realmId, config.PARTITIONS);
  try {
    await whenHandled(nats, { partition, durable: "webhooks", patienceMs });
  } catch (cause) {
    const details = { "retry-after": 1 };
    throw new AppError("SERVICE_UNAVAILABLE", "Deliveries are behind", { details, cause });
  }
}

interface OpenSettings {
  readonly config: WebhooksConfig;
  readonly overrides: WebhooksOverrides;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly nats: Nats;
}

async function openContext(
  { config, log, metrics, nats, overrides }: OpenSettings,
  stack: AsyncDisposableStack,
): Promise<WebhooksContext> {
  const signer = createIdentitySigner(config.IDENTITY_KEY.reveal());
  const pool = (name: string, urls: string) =>
    stack.adopt(createServiceClient(urls, { name, signer, nats, log }), (open) => open.close());
  const usersPool = pool("users", config.USERS_URL);
  const pools = stack.use(
    new ServicePools({
      service: "webhooks",
      migrations: [`${import.meta.dirname}/../migrations`],
      url: config.DATABASE_URL.reveal(),
      limits: databaseLimits(config),
      metrics,
      log,
    }),
  );
  const allowed = config.WEBHOOK_ALLOWED_NETWORKS;
  const guard = createTargetGuard(
    config.MODE === "development" ? [...allowed, ...loopback] : allowed,
  );
  const now = overrides.now ?? Date.now;
  return {
    db: await pools.main(config.MAIN_CONNECTIONS),
    usersClient: usersPool,
    messages: pool("messages", config.MESSAGES_URL),
    channels: pool("channels", config.CHANNELS_URL),
    users: usersFrom(usersPool),
    guard,
    vapid:
      config.VAPID_PRIVATE_KEY === undefined ? null : vapidFrom(config.VAPID_PRIVATE_KEY.reveal()),
    mailState: new MailState({ usersClient: usersPool, now }),
    mailLimits: {
      personHourly: config.MISSED_MAILS_PER_HOUR,
      realmDaily: config.MISSED_MAILS_PER_DAY,
    },
    agent: stack.adopt(new Agent({ connect: await guardedConnector(guard) }), (open) =>
      open.destroy(),
    ),
    answerTimeoutMs: overrides.botTimeoutMs ?? 10_000,
    log,
    now,
    random: overrides.random ?? Math.random,
  };
}

function usersFrom(usersClient: ServiceClient): WebhooksContext["users"] {
  return new Projection<UserDirectory, UsersState>({
    fetch: (realmId, since) =>
      usersClient.call(
        getUsersState,
        { kind: "service", name: "webhooks" },
        { realmId, since },
        { realmId },
      ),
    empty: () => new UserDirectory(),
    apply: (directory, delta) => {
      directory.apply(delta);
    },
  });
}
