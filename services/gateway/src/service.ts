import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";

import { ConfigError, externalScheme, isLoopback } from "@team-chat/config";
import {
  getAuthState,
  type Operation,
  operations as allOperations,
  type ServiceName,
} from "@team-chat/contract";
import { createRouteTable, listen } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats } from "@team-chat/nats";
import { openRedis } from "@team-chat/redis";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";

import { Authenticator } from "./authentication/authenticator.ts";
import { HostRealms } from "./authentication/host-realms.ts";
import { KeyCache } from "./authentication/key-cache.ts";
import type { GatewayConfig } from "./config.ts";
import { clientAddress } from "./limits/client-address.ts";
import { LargeRequests } from "./limits/large-requests.ts";
import { LoginGuard } from "./limits/login-guard.ts";
import { PollCounter } from "./limits/poll-counter.ts";
import { RequestCounter } from "./limits/request-counter.ts";
import { RequestLimits } from "./limits/request-limits.ts";
import { limitSettings } from "./limits/rules.ts";
import { createLogs, type Logs } from "./log.ts";
import { EventsProcesses } from "./long-polls/events-processes.ts";
import { LongPollConnections } from "./long-polls/long-poll-connections.ts";
import { LongPollRegistry } from "./long-polls/long-poll-registry.ts";
import { PollAdmission } from "./long-polls/poll-admission.ts";
import { ChannelVersions } from "./realms/channel-versions.ts";
import { self } from "./realms/proofs.ts";
import type { ClientRequest } from "./requests/client-request.ts";
import { Admission } from "./serving/admission.ts";
import { Forwarder } from "./serving/forwarder.ts";
import { PasswordGuard } from "./serving/password-guard.ts";
import { createHandler } from "./serving/request-handler.ts";
import { answerFailure, serveOperation } from "./serving/serve-operation.ts";
import { SpeculativeReads } from "./serving/speculative-reads.ts";
import { pagesByPath } from "./web/pages-by-path.ts";
import { createWebApp } from "./web/web-app.ts";

/** Replaces parts of the service in tests. */
export interface GatewayOverrides {
  readonly logs?: Logs;
  readonly operations?: readonly Operation[];
  /** Limits how long polls wait for an events process. */
  readonly maxUnsentPollMs?: number;
}

export interface GatewayService extends AsyncDisposable {
  readonly port: number;
  readonly longPolls: LongPollRegistry;
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
  const { logs = createLogs(config.LOG_LEVEL), operations = allOperations } = overrides;
  const parts = await openParts(config, { ...overrides, logs }, stack);
  const logger = logs.requests;
  const connections = stack.use(
    new LongPollConnections({
      admission: new PollAdmission(parts.authenticator, parts.limits),
      registry: parts.longPolls,
      onFailure: (request, error) => answerFailure(logger, request, error),
    }),
  );
  const table = createRouteTable(operations.map((operation) => [operation, operation]));
  const pages = pagesByPath(operations, `${externalScheme(config)}://${config.EXTERNAL_HOST}`);
  const handler = createHandler({
    table,
    serve: createServing(config, parts, logger),
    webApp: createWebApp({ pages, table, logger }),
  });
  const server = await listen(
    { handler, takeover: connections, ready: () => checkReady(parts) },
    { host: config.HOST, port: config.PORT, drainMs: config.DRAIN_MS },
  );
  limitArrival(server.server);
  connections.server = server.server;
  stack.defer(async () => {
    const closed = server.close();
    // Pending polls would outlast the grace period: they are answered as soon as no new connection is accepted.
    await setTimeout(config.DRAIN_MS);
    parts.longPolls.stop();
    connections.endIdle();
    await closed;
  });
  const owned = stack.move();
  return {
    port: server.port,
    longPolls: parts.longPolls,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Refuses to be reachable by other machines in development mode, in which anybody gets any key without a password. */
function checkReach({ HOST: host, MODE: mode }: GatewayConfig): void {
  if (mode === "development" && !isLoopback(host))
    throw new ConfigError(
      `HOST: ${host} would let other machines in, which MODE=development must not`,
    );
}

interface Parts {
  readonly services: ReadonlyMap<ServiceName, ServiceClient>;
  readonly users: ServiceClient;
  readonly channels: ServiceClient;
  readonly events: EventsProcesses;
  readonly longPolls: LongPollRegistry;
  readonly counter: RequestCounter;
  readonly limits: RequestLimits;
  readonly hosts: HostRealms;
  readonly authenticator: Authenticator;
}

async function openParts(
  config: GatewayConfig,
  { logs, maxUnsentPollMs }: GatewayOverrides & { readonly logs: Logs },
  stack: AsyncDisposableStack,
): Promise<Parts> {
  const key = config.IDENTITY_KEY.reveal();
  const signer = createIdentitySigner(key);
  const open = (name: ServiceName, urls: string) =>
    stack.adopt(createServiceClient(urls, { name, signer }), (service) => service.close());
  const users = open("users", config.USERS_URL);
  const channels = open("channels", config.CHANNELS_URL);
  const services = new Map<ServiceName, ServiceClient>([
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
  const longPolls = stack.use(new LongPollRegistry(events, maxUnsentPollMs));
  const counter = await openCounter(config, logs, stack);
  const settings = limitSettings(config);
  const polls = stack.use(new PollCounter(settings.polls));
  const addressOf = clientAddress(config.TRUSTED_PROXIES ?? "");
  const limits = new RequestLimits({ counter, polls, settings, addressOf });
  const hosts = new HostRealms(users, new KeyCache());
  const authenticator = new Authenticator({ users, hosts, limits });
  return { services, users, channels, events, longPolls, counter, limits, hosts, authenticator };
}

async function openCounter(
  config: GatewayConfig,
  logs: Logs,
  stack: AsyncDisposableStack,
): Promise<RequestCounter> {
  const redis = stack.adopt(
    // The counter reports every failed command; connection errors would only repeat that.
    openRedis(config.REDIS_URL, {
      timeoutMs: config.REDIS_TIMEOUT_MS,
      onError: () => undefined,
    }),
    (connection) => connection.disconnect(),
  );
  // Waits for Redis, so that the first requests are counted too, but starts without it.
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  redis.once("ready", resolve);
  const startMs = Math.max(redisStartMs, config.REDIS_TIMEOUT_MS);
  await Promise.race([connected, setTimeout(startMs, undefined, { ref: false })]);
  return new RequestCounter(redis, (error) => {
    logs.limits.error({ err: error }, "Redis does not answer: requests are not limited");
  });
}

/** Joins the parts that answer a request for an operation. */
function createServing(
  config: GatewayConfig,
  parts: Parts,
  logger: Logs["requests"],
): (request: ClientRequest) => void {
  const { authenticator, channels, counter, events, hosts, limits, services, users } = parts;
  const root = config.EXTERNAL_HOST.toLowerCase();
  const bareRoot = root.replace(/:\d+$/, "");
  const admission = new Admission({
    authenticator,
    channels: new ChannelVersions(channels),
    hosts,
    limits,
    isRoot: (host) => host === root || host === bareRoot,
  });
  const passwords = new PasswordGuard({
    logins: new LoginGuard(counter, limitSettings(config)),
    users,
    addressOf: clientAddress(config.TRUSTED_PROXIES ?? ""),
  });
  const { MAX_BODY_BYTES: maxBodyBytes, PARTITIONS: partitions } = config;
  const forwarder = new Forwarder({
    services,
    events,
    passwords,
    largeRequests: new LargeRequests({
      atOnce: config.REALM_LARGE_REQUESTS,
      most: { user: 32, realm: 256 },
    }),
    partitions,
    maxBodyBytes,
  });
  const serving = {
    admission,
    forwarder,
    speculativeReads: new SpeculativeReads(forwarder),
    logger,
    maxBodyBytes,
    isDevelopment: config.MODE === "development",
  };
  return (request) => void serveOperation(serving, request);
}

/** Limits how long the head and the whole of a request may take to arrive; waiting for the answer does not count. */
function limitArrival(server: Server): void {
  server.headersTimeout = 20_000;
  server.requestTimeout = 300_000;
}

async function checkReady({ events, users }: Parts): Promise<void> {
  await users.call(getAuthState, self, { host: "ready.invalid", since: 0 }, { realmId: 0 });
  // Events count only until they were reached once: without them the rest works, and removing all gateways is no help.
  if (!events.seen) throw new Error("No events process was found yet.");
}
