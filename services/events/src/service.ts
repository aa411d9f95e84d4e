import { randomUUID } from "node:crypto";

import { listenSettings, streamNats } from "@team-chat/config";
import { getEvents } from "@team-chat/contract";
import { createServiceApp, listen } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { connectNats, type Nats } from "@team-chat/nats";
import {
  type IncomingPoll,
  announceMember,
  createServiceClient,
  hostInUrl,
  listenForPolls,
  type Member,
  parseQueueId,
  type ServiceClient,
  slotKey,
  SlotOwners,
  watchMembers,
} from "@team-chat/rpc";
import {
  continueScope,
  createLogger,
  type Logger,
  type Metrics,
  noMetrics,
  runInScope,
} from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { EventsConfig } from "./config.ts";
import type { EventsContext } from "./context.ts";
import { EventCounter } from "./domain/event-counter.ts";
import { EventPace } from "./domain/event-pace.ts";
import { Expiry } from "./domain/queues/expiry.ts";
import { Hub, type HubOptions } from "./domain/queues/hub.ts";
import { linkPolls } from "./domain/queues/link-polls.ts";
import { QueueStore } from "./domain/queues/queue-store.ts";
import { Semaphore } from "./domain/semaphore.ts";
import type { RingLimits } from "./domain/stream/rings.ts";
import { createLogs, type Logs } from "./log.ts";
import { bundleAge, deliveryDuration, measureEvents } from "./metrics.ts";
import { routes } from "./routes.ts";

/** Options that tests replace. */
export interface EventsOverrides {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** A number from 0 up to 1. */
  readonly random?: () => number;
  readonly log?: Logger;
  readonly metrics?: Metrics;
  readonly ringLimits?: RingLimits;
  readonly maxReplayBytes?: number;
  /** True if answers are checked against the contract. */
  readonly checkOutput?: boolean;
}

export interface EventsService extends AsyncDisposable {
  readonly port: number;
  readonly linkPort: number;
  readonly hub: Hub;
  readonly expiry: Expiry;
  readonly counter: EventCounter;
}

/** Most registrations read at once: enough to keep the services that own the initial data busy. */
const registrationsAtOnce = 64;
const beatEveryMs = 1000;
const sweepEveryMs = 60_000;

/** Starts the service; resolves when it listens. */
export async function createService(
  config: EventsConfig,
  overrides: EventsOverrides = {},
): Promise<EventsService> {
  const { now = Date.now, random = Math.random } = overrides;
  const logs = createLogs(
    overrides.log ?? createLogger({ service: "events", level: config.LOG_LEVEL }),
  );
  let stopping = false;
  // What is under way when the connections close fails, and nobody waits for it any more.
  const onError = (error: unknown) => {
    if (!stopping)
      logs.queues.error({ err: error }, "following streams or queues failed and is tried again");
  };
  const onUnanswered = ({ request, requestId }: IncomingPoll, error: unknown) => {
    const line = { operation: getEvents.name, realm: request.realmId, status: 503, err: error };
    runInScope(continueScope(requestId, undefined), () => {
      if (!stopping) logs.queues.warn(line, "a poll was not carried out");
    });
  };
  const metrics = overrides.metrics ?? noMetrics;
  await using stack = new AsyncDisposableStack();
  const nats = await openNats(config, { log: logs.root, metrics }, stack);
  const store = await QueueStore.open(nats);
  const peers = openPeers({ config, nats, log: logs.root }, stack);
  const onLate = reportLateUsage(logs.root);
  const pace = new EventPace();
  const counter = stack.use(new EventCounter({ users: peers.users, pace, now, onError: onLate }));
  const hub = openHub(
    { nats, config, store, now, random, onError, logs, metrics, overrides, counter, pace },
    stack,
  );
  measureEvents(metrics, { hub, nats, partitions: config.PARTITIONS.streams });
  hub.start();
  const ctx: EventsContext = { hub, peers, registrations: new Semaphore(registrationsAtOnce), now };
  const ports = await openListeners({ config, ctx, logs, onUnanswered, overrides }, stack);
  const expiry = openExpiry(
    { nats, hub, store, now, memberId: ports.memberId, log: logs.queues },
    stack,
  );
  stack.use(new PeriodicTask({ everyMs: beatEveryMs, run: () => hub.beat(), onError }));
  stack.use(new PeriodicTask({ everyMs: sweepEveryMs, run: () => expiry.sweep(), onError }));
  stack.use(announceMember(nats, memberOf(config, ports)));
  stack.defer(() => {
    stopping = true;
  });
  const owned = stack.move();
  return { ...ports, hub, expiry, counter, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function reportLateUsage(log: Logger): (error: unknown) => void {
  return (error) => {
    log.warn({ err: error }, "how many events there were is noted later");
  };
}

async function openNats(
  config: EventsConfig,
  watch: { readonly log: Logger; readonly metrics: Metrics },
  stack: AsyncDisposableStack,
): Promise<Nats> {
  const connecting = connectNats({ ...streamNats(config), name: "events", watch });
  return stack.adopt(await connecting, (connection) => connection.close());
}

interface HubSettings extends Pick<
  HubOptions,
  "nats" | "now" | "onError" | "pace" | "random" | "store"
> {
  readonly config: EventsConfig;
  readonly logs: Logs;
  readonly metrics: Metrics;
  readonly overrides: EventsOverrides;
  readonly counter: EventCounter;
}

function openHub(settings: HubSettings, stack: AsyncDisposableStack): Hub {
  const { config, counter, logs, metrics, overrides } = settings;
  const recordAge = metrics.histogram(bundleAge);
  const recordDelivery = metrics.histogram(deliveryDuration);
  const hub = new Hub({
    ...settings,
    layout: config.PARTITIONS,
    onNewEpoch: (partition, queues) =>
      logs.queues.warn(
        { partition, queues },
        "the stream has lost something or is another one: queues end and clients register again",
      ),
    onBundle: (ageMs) => recordAge(ageMs / 1000),
    onDelivered: (ageMs) => recordDelivery(ageMs / 1000),
    onGiven: (realmId, events) => counter.count(realmId, events),
    onSpent: (realmId, processorUs) => counter.addProcessor(realmId, processorUs),
    ringLimits: overrides.ringLimits,
    maxReplayBytes: overrides.maxReplayBytes,
  });
  return stack.adopt(hub, (open) => open.stop());
}

interface ListenerSettings {
  readonly config: EventsConfig;
  readonly ctx: EventsContext;
  readonly logs: Logs;
  readonly onUnanswered: (poll: IncomingPoll, error: unknown) => void;
  readonly overrides: EventsOverrides;
}

interface Ports {
  readonly port: number;
  readonly linkPort: number;
  readonly memberId: string;
}

/** Listens for requests and for gateways' links. */
async function openListeners(
  settings: ListenerSettings,
  stack: AsyncDisposableStack,
): Promise<Ports> {
  const { config, ctx, logs, onUnanswered, overrides } = settings;
  const { hub } = ctx;
  const key = config.IDENTITY_KEY.reveal();
  const app = createServiceApp({
    service: "events",
    ctx,
    signer: createIdentitySigner(key),
    logger: logs.root,
    metrics: overrides.metrics ?? noMetrics,
    logEvery: config.REQUEST_LOG_EVERY,
    routes,
    checkOutput: overrides.checkOutput ?? false,
    ready: () =>
      hub.ready ? Promise.resolve() : Promise.reject(new Error("The streams cannot be reached.")),
  });
  const server = stack.use(await listen(app, listenSettings(config)));
  const onPoll = linkPolls(hub, onUnanswered);
  const link = stack.use(
    await listenForPolls({ host: config.HOST, port: config.LINK_PORT, key, onPoll }),
  );
  return { port: server.port, linkPort: link.port, memberId: randomUUID() };
}

function memberOf(config: EventsConfig, { linkPort, memberId, port }: Ports): Member {
  const host = hostInUrl(config.ADVERTISED_HOST);
  return {
    id: memberId,
    linkUrl: `link://${host}:${linkPort}`,
    httpUrl: `http://${host}:${port}`,
    sharesEvenly: true,
  };
}

interface Calling {
  readonly config: EventsConfig;
  readonly log: Logger;
  readonly nats: Nats;
}

function openPeers(
  { config, log, nats }: Calling,
  stack: AsyncDisposableStack,
): EventsContext["peers"] {
  const signer = createIdentitySigner(config.IDENTITY_KEY.reveal());
  const open = (name: string, urls: string): ServiceClient =>
    stack.adopt(createServiceClient(urls, { name, signer, nats, log }), (pool) => pool.close());
  return {
    users: open("users", config.USERS_URL),
    channels: open("channels", config.CHANNELS_URL),
    messages: open("messages", config.MESSAGES_URL),
  };
}

interface ExpirySettings {
  readonly log: Logger;
  readonly nats: Nats;
  readonly hub: Hub;
  readonly store: QueueStore;
  readonly now: () => number;
  readonly memberId: string;
}

/**
 * Starts ending expired queues. The owner of a queue's slot is the one to end it; who owns what changes with the living
 * processes.
 */
function openExpiry(settings: ExpirySettings, stack: AsyncDisposableStack): Expiry {
  const { hub, log, memberId, nats, now, store } = settings;
  let owners = new SlotOwners<Member>([]);
  const onChange = (members: readonly Member[]) => {
    owners = new SlotOwners(members);
    expiry.noteOwners();
  };
  const watch = stack.use(watchMembers(nats, onChange));
  const owns = (queueId: string) => {
    const slot = parseQueueId(queueId);
    return slot !== null && owners.ownerOf(slotKey(slot))?.id === memberId;
  };
  const onAdopted = (queues: number) => {
    const processes = watch.members.length;
    log.info({ queues, processes }, "took over queues that nobody has polled here yet");
  };
  const expiry = new Expiry({ table: hub.table, store, now, owns, onAdopted });
  return expiry;
}
