import type { Server } from "node:http";
import { setImmediate as nextTurn, setTimeout } from "node:timers/promises";

import { externalScheme, listenSettings, streamNats } from "@team-chat/config";
import { type Operation, operations as allOperations, type ServiceName } from "@team-chat/contract";
import { createRouteTable, listen, RequestReports, type RunningServer } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats } from "@team-chat/nats";
import { openRedis, RedisRefusal } from "@team-chat/redis";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";
import { createLogger, type Logger, type Metrics, noMetrics } from "@team-chat/telemetry";

import { Authenticator } from "./authentication/authenticator.ts";
import { HostRealms } from "./authentication/host-realms.ts";
import { KeyCache } from "./authentication/key-cache.ts";
import { checkReach, type GatewayConfig } from "./config.ts";
import { type ClientAddress, clientAddress } from "./limits/client-address.ts";
import { FairShares } from "./limits/fair-shares.ts";
import { LargeRequests } from "./limits/large-requests.ts";
import { LoginGuard } from "./limits/login-guard.ts";
import { MailGuard } from "./limits/mail-guard.ts";
import { PollCounter } from "./limits/poll-counter.ts";
import { RequestCounter } from "./limits/request-counter.ts";
import { RequestLimits } from "./limits/request-limits.ts";
import { limitSettings } from "./limits/rules.ts";
import { UsageCounter } from "./limits/usage-counter.ts";
import { WorkLimit } from "./limits/work-limit.ts";
import { createLogs, type Logs } from "./log.ts";
import { EventsProcesses } from "./long-polls/events-processes.ts";
import { LongPollConnections } from "./long-polls/long-poll-connections.ts";
import { LongPollRegistry, type RegistryOptions } from "./long-polls/long-poll-registry.ts";
import { PollAdmission } from "./long-polls/poll-admission.ts";
import { measureGateway, recordPolls } from "./metrics.ts";
import { ChannelVersions } from "./realms/channel-versions.ts";
import { reachedOnce } from "./realms/reached-once.ts";
import { SessionCookie } from "./requests/session-cookie.ts";
import { Admission } from "./serving/admission.ts";
import { AnonymousAdmission } from "./serving/anonymous-admission.ts";
import { refuseAtOnce, reportTooLong } from "./serving/failures.ts";
import { Forwarder } from "./serving/forwarder.ts";
import { OrganizationTurns } from "./serving/organization-turns.ts";
import { Owners } from "./serving/owners.ts";
import { PasswordGuard } from "./serving/password-guard.ts";
import { createHandler } from "./serving/request-handler.ts";
import { SpeculativeReads } from "./serving/speculative-reads.ts";
import { browserRoutes } from "./web/browser-routes.ts";
import { createDocuments } from "./web/documents.ts";
import { createWebApp } from "./web/web-app.ts";

/** Replaces parts of the service in tests. */
export interface GatewayOverrides {
  readonly log?: Logger;
  readonly metrics?: Metrics;
  readonly operations?: readonly Operation[];
  /** Limits how long polls wait for an events process. */
  readonly maxUnsentPollMs?: number;
  /** Limits how long polls have waited that are sent to another process. */
  readonly maxMovedPollMs?: number;
  /** The clock, in UNIX milliseconds. */
  readonly now?: () => number;
}

export interface GatewayService extends AsyncDisposable {
  readonly port: number;
  readonly longPolls: LongPollRegistry;
  readonly usage: UsageCounter;
}

const redisStartMs = 500;
/** Enough that whoever connects among thousands is read, and refused, soon (docs/adr/0022-too-much-to-do.md). */
const acceptsAtOnce = 128;

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
  const { metrics = noMetrics, operations = allOperations } = overrides;
  const logs = createLogs(overrides.log ?? defaultLog(config));
  const now = overrides.now ?? Date.now;
  const logEvery = config.REQUEST_LOG_EVERY;
  const reports = new RequestReports({ metrics, log: logs.requests, logEvery });
  const polls: RegistryOptions = {
    maxMovedMs: overrides.maxMovedPollMs,
    maxUnsentMs: overrides.maxUnsentPollMs,
    onAnswer: recordPolls(metrics),
    onTooLong: (poll) => reportTooLong(reports, poll),
  };
  const parts = await openParts(config, { ...overrides, logs, polls, now }, stack);
  const cookie = new SessionCookie(externalScheme(config));
  const connections = stack.use(
    new LongPollConnections({
      cookie,
      admission: new PollAdmission(parts),
      registry: parts.longPolls,
      now,
      onFailure: (request, error) => refuseAtOnce(reports, request, error),
    }),
  );
  const table = createRouteTable(operations.map((operation) => [operation, operation]));
  const documents = createDocuments(operations, config);
  const routers = browserRoutes(config, parts, cookie);
  const handler = createHandler({
    ...createServing(config, parts),
    table,
    cookie,
    webApp: createWebApp({ documents, table, ...routers, logger: logs.requests }),
    reports,
    maxBodyBytes: config.MAX_BODY_BYTES,
    isDevelopment: config.MODE === "development",
  });
  const server = await listen(
    { handler, takeover: connections, ready: reachedOnce(parts) },
    { ...listenSettings(config), acceptsAtOnce },
  );
  connections.server = limitArrival(server.server);
  stack.defer(() => drain({ server, connections, longPolls: parts.longPolls }, config.DRAIN_MS));
  const owned = stack.move();
  const { longPolls, usage } = parts;
  return { port: server.port, longPolls, usage, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function defaultLog({ LOG_LEVEL: level }: GatewayConfig): Logger {
  return createLogger({ service: "gateway", level });
}

interface Parts {
  readonly services: ReadonlyMap<ServiceName, ServiceClient>;
  readonly users: ServiceClient;
  readonly channels: ServiceClient;
  readonly events: EventsProcesses;
  readonly longPolls: LongPollRegistry;
  readonly logins: LoginGuard;
  readonly mails: MailGuard;
  readonly addressOf: ClientAddress;
  readonly limits: RequestLimits;
  readonly work: WorkLimit;
  readonly largeRequests: LargeRequests;
  readonly hosts: HostRealms;
  readonly shares: FairShares;
  readonly authenticator: Authenticator;
  readonly usage: UsageCounter;
}

interface Opening {
  readonly logs: Logs;
  readonly now: () => number;
}

async function openParts(
  config: GatewayConfig,
  given: GatewayOverrides & Opening & { readonly polls: RegistryOptions },
  stack: AsyncDisposableStack,
): Promise<Parts> {
  const { logs, metrics = noMetrics, now } = given;
  const key = config.IDENTITY_KEY.reveal();
  const signer = createIdentitySigner(key);
  const nats = stack.adopt(
    await connectNats({
      ...streamNats(config),
      name: "gateway",
      watch: { log: logs.root, metrics },
    }),
    (connection) => connection.close(),
  );
  const calling = { signer, nats, log: logs.root };
  const open = (name: ServiceName, urls: string) =>
    stack.adopt(createServiceClient(urls, { ...calling, name }), (service) => service.close());
  const users = open("users", config.USERS_URL);
  const channels = open("channels", config.CHANNELS_URL);
  const services = new Map<ServiceName, ServiceClient>([
    ["users", users],
    ["channels", channels],
    ["messages", open("messages", config.MESSAGES_URL)],
    ["webhooks", open("webhooks", config.WEBHOOKS_URL)],
  ]);
  const events = stack.use(new EventsProcesses({ nats, key, signer }));
  const longPolls = stack.use(new LongPollRegistry(events, given.polls));
  const counter = await openCounter(config, { logs, now }, stack);
  const settings = limitSettings(config);
  const polls = stack.use(new PollCounter(settings.polls, now));
  const addressOf = clientAddress(config.TRUSTED_PROXIES ?? "");
  const limits = new RequestLimits({ counter, polls, settings, addressOf });
  const keys = new KeyCache();
  const hosts = new HostRealms(users, keys);
  const shares = stack.use(new FairShares({ atOnce: () => config.REQUESTS_AT_ONCE }));
  const scheme = externalScheme(config);
  const authenticator = new Authenticator({ users, hosts, limits, scheme });
  const logins = new LoginGuard(counter, settings);
  const mails = new MailGuard(counter, settings);
  const work = stack.use(new WorkLimit({ atOnce: config.WORK_AT_ONCE }));
  const largeRequests = new LargeRequests({ atOnce: config.REALM_LARGE_REQUESTS });
  const usage = stack.use(new UsageCounter({ users, now, onError: reportLateUsage(logs.root) }));
  const turns = { work, largeRequests, shares };
  const admitting = { ...turns, usage, limits, hosts, authenticator, logins, mails, addressOf };
  measureGateway(metrics, { counter, events, hosts, keys, longPolls, shares, work });
  return { services, users, channels, events, longPolls, ...admitting };
}

function reportLateUsage(log: Logger): (error: unknown) => void {
  return (error) => {
    log.warn({ err: error }, "how many requests there were is noted later");
  };
}

async function openCounter(
  config: GatewayConfig,
  { logs, now }: Opening,
  stack: AsyncDisposableStack,
): Promise<RequestCounter> {
  const { promise: connected, reject, resolve } = Promise.withResolvers<void>();
  const redis = stack.adopt(
    openRedis(config.REDIS_URL, {
      timeoutMs: config.REDIS_TIMEOUT_MS,
      credentials: config.REDIS_CREDENTIALS?.reveal(),
      // The counter reports every failed command; other connection errors would only repeat that.
      onError: (error) => {
        if (error instanceof RedisRefusal) reject(error);
      },
    }),
    (connection) => connection.disconnect(),
  );
  // Waits for Redis, so that the first requests are counted too, but starts without it, unless it refuses us.
  redis.once("ready", resolve);
  const startMs = Math.max(redisStartMs, config.REDIS_TIMEOUT_MS);
  await Promise.race([connected, setTimeout(startMs, undefined, { ref: false })]);
  return new RequestCounter({
    redis,
    now,
    onUnavailable: (error) => {
      logs.limits.error({ err: error }, "Redis does not answer: requests are not limited");
    },
  });
}

/** Creates what decides about a request for an operation and passes it on. */
function createServing(config: GatewayConfig, parts: Parts) {
  const { channels, events, hosts, largeRequests, services, work } = parts;
  const root = config.EXTERNAL_HOST.toLowerCase();
  const bareRoot = root.replace(/:\d+$/, "");
  const admission = new Admission({
    ...parts,
    channels: new ChannelVersions(channels),
    anonymous: new AnonymousAdmission({
      ...parts,
      isRoot: (host) => host === root || host === bareRoot,
    }),
  });
  const passwords = new PasswordGuard(parts);
  const { MAX_BODY_BYTES: maxBodyBytes, PARTITIONS: layout } = config;
  const owners = new Owners({ services, events, hosts, layout });
  const turns = new OrganizationTurns(parts);
  const forwarder = new Forwarder({
    owners,
    turns,
    passwords,
    largeRequests,
    maxBodyBytes,
  });
  const speculativeReads = new SpeculativeReads(owners, turns);
  return { work, hosts, admission, forwarder, speculativeReads };
}

interface Serving {
  readonly server: RunningServer;
  readonly connections: LongPollConnections;
  readonly longPolls: LongPollRegistry;
}

/** Ends all connections, each with an answer where one is under way. */
async function drain({ connections, longPolls, server }: Serving, drainMs: number): Promise<void> {
  await server.leave();
  longPolls.leave();
  const closed = server.close();
  // Pending polls would outlast the grace period: they are answered as soon as no new connection is accepted.
  await setTimeout(drainMs);
  await longPolls.stop();
  // What has arrived is read before a connection counts as idle.
  await nextTurn();
  connections.endIdle();
  await closed;
}

/** Limits how long the head and the whole of a request may take to arrive; waiting for the answer does not count. */
function limitArrival(server: Server): Server {
  server.headersTimeout = 20_000;
  server.requestTimeout = 300_000;
  return server;
}
