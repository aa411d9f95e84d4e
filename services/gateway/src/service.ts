import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";

import { readExamples } from "@team-chat/api-examples";
import { ConfigError, externalScheme, isLoopback } from "@team-chat/config";
import {
  buildOpenApi,
  getAuthState,
  oauthProviders,
  type Operation,
  operations as allOperations,
  type ServiceName,
} from "@team-chat/contract";
import { createRouteTable, listen } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats } from "@team-chat/nats";
import { openRedis } from "@team-chat/redis";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";

import type { GatewayConfig } from "./config.ts";
import { Authenticator } from "./keys/authenticator.ts";
import { KeyCache } from "./keys/key-cache.ts";
import { clientAddress } from "./limits/client-address.ts";
import { LargeRequests } from "./limits/large-requests.ts";
import { LoginGuard } from "./limits/login-guard.ts";
import { PollCounter } from "./limits/poll-counter.ts";
import { RequestCounter } from "./limits/request-counter.ts";
import { limitSettings } from "./limits/rules.ts";
import { createLogs, type Logs } from "./log.ts";
import { callCompletePage } from "./pages/call-complete-page.ts";
import { callJoinPage } from "./pages/call-join-page.ts";
import { callRegisterPage } from "./pages/call-register-page.ts";
import { confirmEmailPage } from "./pages/confirm-email-page.ts";
import { docsPages } from "./pages/docs-pages.ts";
import { emojiDocument, emojiPath } from "./pages/emoji-document.ts";
import { joinPage } from "./pages/join-page.ts";
import { Pages } from "./pages/pages.ts";
import { EventsProcesses } from "./polls/events-processes.ts";
import { PollDesk } from "./polls/poll-desk.ts";
import { PollDoor } from "./polls/poll-door.ts";
import { ChannelVersions } from "./realms/channel-versions.ts";
import { HostRealms } from "./realms/host-realms.ts";
import { self } from "./realms/self.ts";
import { Admission } from "./requests/admission.ts";
import type { Exchange } from "./requests/exchange.ts";
import { Forwarder } from "./requests/forwarder.ts";
import { Guesses } from "./requests/guesses.ts";
import { answerFailure, createHandler, serveOperation } from "./requests/handler.ts";

/** What tests replace. */
export interface GatewayOverrides {
  readonly logs?: Logs;
  readonly operations?: readonly Operation[];
  /** How long polls wait for an events process. */
  readonly pollPatienceMs?: number;
}

export interface GatewayService extends AsyncDisposable {
  readonly port: number;
  readonly desk: PollDesk;
}

const redisStartMs = 500;

/**
 * Starts the service; resolves when it listens.
 * @throws ConfigError when other machines could reach it in development mode
 */
export async function createService(
  config: GatewayConfig,
  overrides: GatewayOverrides = {},
): Promise<GatewayService> {
  checkReach(config);
  await using stack = new AsyncDisposableStack();
  const parts = await openParts(config, overrides, stack);
  const { operations = allOperations } = overrides;
  const admission = createAdmission(config, parts, stack);
  const logger = parts.logs.requests;
  const onFailure = (exchange: Exchange, error: unknown) => answerFailure(logger, exchange, error);
  const polls = stack.use(new PollDoor({ admission, desk: parts.desk, onFailure }));
  const forwarder = createForwarder(config, parts);
  const guesses = new Guesses(forwarder);
  const maxBodyBytes = config.MAX_BODY_BYTES;
  const isDevelopment = config.MODE === "development";
  const serving = { admission, forwarder, guesses, logger, maxBodyBytes, isDevelopment };
  const serve = (exchange: Exchange) => void serveOperation(serving, exchange);
  const table = createRouteTable(operations.map((operation) => [operation, operation]));
  const handler = createHandler({ table, pages: createPages(operations, originOf(config)), serve });
  const server = await listen(
    { handler, takeover: polls, ready: () => checkReady(parts) },
    { host: config.HOST, port: config.PORT, drainMs: config.DRAIN_MS },
  );
  protect(server.server);
  polls.server = server.server;
  stack.defer(async () => {
    const closed = server.close();
    // Parked polls would outlast any patience: they are let go when no new connection is taken any more.
    await setTimeout(config.DRAIN_MS);
    parts.desk.release();
    polls.close();
    await closed;
  });
  const owned = stack.move();
  return { port: server.port, desk: parts.desk, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Refuses to let other machines in while anybody gets any key without a password. */
function checkReach({ HOST: host, MODE: mode }: GatewayConfig): void {
  if (mode === "development" && !isLoopback(host))
    throw new ConfigError(
      `HOST: ${host} would let other machines in, which MODE=development must not`,
    );
}

interface Parts {
  readonly logs: Logs;
  readonly pools: ReadonlyMap<ServiceName, ServiceClient>;
  readonly users: ServiceClient;
  readonly channels: ServiceClient;
  readonly events: EventsProcesses;
  readonly desk: PollDesk;
  readonly counter: RequestCounter;
}

async function openParts(
  config: GatewayConfig,
  { logs = createLogs(config.LOG_LEVEL), pollPatienceMs }: GatewayOverrides,
  stack: AsyncDisposableStack,
): Promise<Parts> {
  const key = config.IDENTITY_KEY.reveal();
  const signer = createIdentitySigner(key);
  const open = (name: ServiceName, urls: string) =>
    stack.adopt(createServiceClient(urls, { name, signer }), (pool) => pool.close());
  const users = open("users", config.USERS_URL);
  const channels = open("channels", config.CHANNELS_URL);
  const pools = new Map<ServiceName, ServiceClient>([
    ["users", users],
    ["channels", channels],
    ["messages", open("messages", config.MESSAGES_URL)],
    ["webhooks", open("webhooks", config.WEBHOOKS_URL)],
  ]);
  const nats = stack.adopt(
    await connectNats({ url: config.NATS_URL, name: "gateway" }),
    (connection) => connection.close(),
  );
  const events = stack.use(new EventsProcesses({ nats, key, signer }));
  const desk = stack.use(new PollDesk(events, pollPatienceMs));
  const counter = await openCounter(config, logs, stack);
  return { logs, pools, users, channels, events, desk, counter };
}

async function openCounter(
  config: GatewayConfig,
  logs: Logs,
  stack: AsyncDisposableStack,
): Promise<RequestCounter> {
  const redis = stack.adopt(
    // Every failed command is reported by the counter; connection errors would only say the same more often.
    openRedis(config.REDIS_URL, {
      timeoutMs: config.REDIS_TIMEOUT_MS,
      onError: () => undefined,
    }),
    (connection) => connection.disconnect(),
  );
  // The first requests shall be counted too; but a start without Redis is a start as well.
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  redis.once("ready", resolve);
  const startMs = Math.max(redisStartMs, config.REDIS_TIMEOUT_MS);
  await Promise.race([connected, setTimeout(startMs, undefined, { ref: false })]);
  return new RequestCounter(redis, (error) => {
    logs.limits.error({ err: error }, "Redis does not answer: requests are not limited");
  });
}

function createAdmission(
  config: GatewayConfig,
  { channels, counter, users }: Parts,
  stack: AsyncDisposableStack,
): Admission {
  const limits = limitSettings(config);
  const hosts = new HostRealms(users, new KeyCache());
  const root = config.EXTERNAL_HOST.toLowerCase();
  const bareRoot = root.replace(/:\d+$/, "");
  return new Admission({
    hosts,
    channels: new ChannelVersions(channels),
    authenticator: new Authenticator(users, hosts),
    counter,
    polls: stack.use(new PollCounter(limits.polls)),
    limits,
    addressOf: clientAddress(config.TRUSTED_PROXIES ?? ""),
    isRoot: (host) => host === root || host === bareRoot,
  });
}

function createForwarder(config: GatewayConfig, { counter, events, pools }: Parts): Forwarder {
  return new Forwarder({
    pools,
    events,
    logins: new LoginGuard(counter, limitSettings(config)),
    large: new LargeRequests({
      atOnce: config.REALM_LARGE_REQUESTS,
      most: { user: 32, realm: 256 },
    }),
    addressOf: clientAddress(config.TRUSTED_PROXIES ?? ""),
    partitions: config.PARTITIONS,
    maxBodyBytes: config.MAX_BODY_BYTES,
  });
}

function createPages(operations: readonly Operation[], origin: string): Pages {
  const document = buildOpenApi(operations, readExamples());
  return new Pages({
    "/api/v1/openapi.json": ["application/json", `${JSON.stringify(document)}\n`],
    ...docsPages(document, origin),
    "/join": joinPage,
    "/confirm-email": confirmEmailPage,
    "/calls/bigbluebutton/join": callJoinPage,
    ...Object.fromEntries(
      oauthProviders.flatMap((provider) => [
        [`/calls/${provider}/register`, callRegisterPage],
        [`/calls/${provider}/complete`, callCompletePage],
      ]),
    ),
    [emojiPath]: ["application/json", emojiDocument()],
  });
}

function originOf(config: GatewayConfig): string {
  return `${externalScheme(config)}://${config.EXTERNAL_HOST}`;
}

/** Slow clients may take this long for the head of a request, and for the whole of it; waiting for the answer does not count. */
function protect(server: Server): void {
  server.headersTimeout = 20_000;
  server.requestTimeout = 300_000;
}

async function checkReady({ events, users }: Parts): Promise<void> {
  await users.call(getAuthState, self, { host: "ready.invalid", since: 0 }, { realmId: 0 });
  // Only a first time: without events the rest still works, and taking all gateways away would not help.
  if (!events.seen) throw new Error("No events process was found yet.");
}
