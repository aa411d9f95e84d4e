import { databaseLimits, listenSettings, readerNats } from "@team-chat/config";
import { getUsersState, partitionOf, publishMessages, type UsersState } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { createServiceApp, listen } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import {
  connectNats,
  consumeBundles,
  consumePartitions,
  measureConsumers,
  type Nats,
  whenHandled,
} from "@team-chat/nats";
import { isDataException, ServicePools, sql } from "@team-chat/pg";
import { Projection, UserDirectory } from "@team-chat/projection";
import { createServiceClient } from "@team-chat/rpc";
import { failureLog, type Logger, type Metrics, noMetrics } from "@team-chat/telemetry";
import { Agent } from "undici";
import { z } from "zod";

import type { WebhooksConfig } from "./config.ts";
import { noteDeliveries } from "./consumers/note-deliveries.ts";
import type { WebhooksContext } from "./context.ts";
import { DeliveryWorker } from "./domain/delivery/delivery-worker.ts";
import { createTargetGuard, guardedConnector } from "./domain/target-guard.ts";
import { createLog } from "./log.ts";
import { measureWebhooks } from "./metrics.ts";
import type { ClaimedDelivery } from "./queries/deliveries.ts";
import { routes } from "./routes.ts";
import { startCleanUp } from "./workflows/clean-up.ts";
import { botDeliveries } from "./workflows/deliver/bot-deliveries.ts";

/** Options that tests replace. */
export interface WebhooksOverrides {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** A number from 0 up to 1. */
  readonly random?: () => number;
  /** Between two looks for due deliveries that nobody announced. */
  readonly lookEveryMs?: number;
  readonly botTimeoutMs?: number;
  readonly log?: Logger;
  readonly metrics?: Metrics;
}

type BotWorker = DeliveryWorker<ClaimedDelivery>;

export interface WebhooksService extends AsyncDisposable {
  readonly port: number;
  readonly worker: BotWorker;
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
  const ctx = await openContext({ config, overrides, log, metrics }, stack);
  const nats = stack.adopt(
    await connectNats({ ...readerNats(config), name: "webhooks", watch: { log, metrics } }),
    (connection) => connection.close(),
  );
  const { PARTITIONS: partitions } = config;
  measureConsumers(metrics, nats, { durables: ["webhooks"], partitions });
  const looks = { lookEveryMs: overrides.lookEveryMs ?? 1000, now: ctx.now, log };
  const worker = stack.adopt(new DeliveryWorker(botDeliveries(ctx), looks), (open) => open.stop());
  measureWebhooks(metrics, { ...ctx, worker });
  worker.nudge();
  stack.use(startConsumers({ config, ctx, nats, worker }));
  stack.use(startCleanUp(ctx));
  const app = createServiceApp({
    service: "webhooks",
    ctx: {
      ...ctx,
      deliveriesCurrent: (realmId) => noteAll({ config, ctx, nats }, realmId),
      deliveriesNoted: () => {
        worker.nudge();
      },
    },
    signer: createIdentitySigner(config.IDENTITY_KEY.reveal()),
    logger: log,
    metrics,
    logEvery: config.REQUEST_LOG_EVERY,
    routes,
    isDataException,
    ready: async () => {
      await ctx.db.oneFirst(sql.type(z.object({ one: z.number() }))`select 1 as one`);
    },
  });
  const server = stack.use(await listen(app, listenSettings(config)));
  const owned = stack.move();
  return { port: server.port, worker, ctx, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const patienceMs = 3000;

/** Waits until the consumer has handled everything that messages had committed before. */
async function noteAll(
  { config, ctx, nats }: Pick<ConsumerSettings, "config" | "ctx" | "nats">,
  realmId: number,
): Promise<void> {
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
}

async function openContext(
  { config, log, metrics, overrides }: OpenSettings,
  stack: AsyncDisposableStack,
): Promise<WebhooksContext> {
  const signer = createIdentitySigner(config.IDENTITY_KEY.reveal());
  const pool = (name: string, urls: string) =>
    stack.adopt(createServiceClient(urls, { name, signer }), (open) => open.close());
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
  return {
    db: await pools.main(config.MAIN_CONNECTIONS),
    messages: pool("messages", config.MESSAGES_URL),
    users: new Projection<UserDirectory, UsersState>({
      fetch: (realmId, since) =>
        usersPool.call(
          getUsersState,
          { kind: "service", name: "webhooks" },
          { realmId, since },
          { realmId },
        ),
      empty: () => new UserDirectory(),
      apply: (directory, delta) => {
        directory.apply(delta);
      },
    }),
    agent: stack.adopt(new Agent({ connect: guardedConnector(guard) }), (open) => open.destroy()),
    botTimeoutMs: overrides.botTimeoutMs ?? 10_000,
    log,
    now: overrides.now ?? Date.now,
    random: overrides.random ?? Math.random,
  };
}

interface ConsumerSettings {
  readonly config: WebhooksConfig;
  readonly ctx: WebhooksContext;
  readonly nats: Nats;
  readonly worker: BotWorker;
}

function startConsumers({ config, ctx, nats, worker }: ConsumerSettings): AsyncDisposable {
  const onError = failureLog(ctx.log, "consuming messages for bots failed and is tried again");
  return consumePartitions(config.PARTITIONS, (of) => [
    consumeBundles(nats, {
      ...of,
      durable: "webhooks",
      onError,
      concerns: ({ mayReachBots }) => mayReachBots,
      handle: async (bundle) => {
        if (await noteDeliveries(ctx, bundle)) worker.nudge();
      },
    }),
  ]);
}
