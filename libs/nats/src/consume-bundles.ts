import { setImmediate, setTimeout as delay } from "node:timers/promises";

import {
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from "@nats-io/jetstream";
import { type Bundle, type BundleFacts, eventStreamName } from "@team-chat/contract";
import { traced } from "@team-chat/telemetry";

import type { Nats } from "./connect.ts";
import { type Durable, writersOf } from "./durables.ts";
import { epochMark, epochSince } from "./epochs.ts";
import { followEntry } from "./follow-entry.ts";
import { handleTogether } from "./handle-together.ts";
import { durableConfig } from "./provision.ts";
import { ReceivedBundle } from "./received-bundle.ts";
import { isComparing } from "./terms.ts";

interface FollowOptions {
  readonly partition: number;
  /** One of the declared durables. */
  readonly durable: Durable;
  /** Tells bundles for the handler from others, which are passed over without being read. All when left out. */
  readonly concerns?: (facts: BundleFacts) => boolean;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

export interface ConsumeOptions extends FollowOptions {
  /** Handles one bundle; when it rejects, the bundle is delivered again, for five days. Must be idempotent. */
  readonly handle: (bundle: Bundle, sequence: number) => Promise<void>;
}

export interface GatherOptions<Item> extends FollowOptions {
  /** Reads what is needed of a bundle: all of it, or less. */
  readonly read: (received: ReceivedBundle) => Item;
  /** Most bundles that are handled together; 64 when left out. */
  readonly maxTogether?: number;
  /**
   * Handles what was read of at most so many bundles that concern it, one or more; when it rejects, all of them are
   * delivered again, for five days. Must be idempotent.
   */
  readonly handleAll: (items: readonly Item[]) => Promise<void>;
  /** From the beginning of one call to that of the next; what comes meanwhile is handled together. */
  readonly everyMs: number;
  /**
   * Time that the first bundle after a pause waits for others, in ms; it also lets those work at once who are to hear
   * of it. 0 when left out.
   */
  readonly patienceMs?: number;
}

/** Rate at which received bundles are handled: at most how many together, and how often. */
interface Handling {
  readonly maxTogether: number;
  readonly everyMs: number;
  readonly patienceMs: number;
  readonly handle: (messages: readonly JsMsg[]) => Promise<void>;
}

const retryDelayMs = 1000;
const usuallyTogether = 64;
/** Republished bundles are younger than the outbox keeps its rows; with room for clocks that differ. */
const lookBackMs = 1_800_000;

/**
 * Handles a partition's bundles one after the other in stream order until the signal aborts; acknowledges each after
 * its handler. Goes on by itself after lost connections and when the stream was made anew; when the stream lost its
 * end, what was republished is handled again.
 */
export function consumeBundles(nats: Nats, options: ConsumeOptions): Promise<void> {
  return follow(nats, options, {
    maxTogether: 1,
    everyMs: 0,
    patienceMs: 0,
    handle: async (messages) => {
      for (const received of concerning(messages, options)) {
        const handle = () => options.handle(received.parse(), received.sequence);
        const { scope } = received;
        const name = `${options.durable} bundle`;
        await (scope === undefined ? handle() : traced({ name, kind: "consumer", scope }, handle));
      }
    },
  });
}

/**
 * Consumes bundles for effects that follow from the current state rather than from each bundle: handles together what
 * has been received together, so that many bundles cost hardly more than one.
 */
export function gatherBundles<Item>(nats: Nats, options: GatherOptions<Item>): Promise<void> {
  return follow(nats, options, {
    maxTogether: options.maxTogether ?? usuallyTogether,
    everyMs: options.everyMs,
    patienceMs: options.patienceMs ?? 0,
    handle: async (messages) => {
      const items = concerning(messages, options).map((received) => options.read(received));
      if (items.length > 0) await options.handleAll(items);
    },
  });
}

/** Returns the bundles that may concern the handler; those without facts may concern everybody. */
function concerning(
  messages: readonly JsMsg[],
  { concerns = () => true }: FollowOptions,
): readonly ReceivedBundle[] {
  return messages
    .map((message) => new ReceivedBundle(message))
    .filter(({ facts }) => facts === null || concerns(facts));
}

async function follow(nats: Nats, options: FollowOptions, handling: Handling): Promise<void> {
  const { onError, partition, signal } = options;
  // A metric that is not there before it counts seems not to have grown.
  nats.countGivenUp(options.durable, 0);
  const run: Run = { mark: null, newest: null, messages: undefined };
  const onValue = (mark: string) => {
    run.newest = mark;
    if (isOutdated(run)) run.messages?.stop();
  };
  signal.addEventListener("abort", () => run.messages?.stop(), { once: true });
  followEntry(nats, { key: String(partition), onValue, onError, signal }).catch(onError);
  while (!signal.aborted) {
    try {
      await consumeUntilLost(nats, options, { run, handling });
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await delay(retryDelayMs, undefined, { signal }).catch(() => undefined);
  }
}

interface Run {
  /** Of the epoch in which is being consumed. */
  mark: string | null;
  /** Of the newest epoch that was heard of. */
  newest: string | null;
  messages: ConsumerMessages | undefined;
}

function isOutdated({ mark, newest }: Run): boolean {
  return mark !== null && newest !== null && mark !== newest;
}

interface Consuming {
  readonly run: Run;
  readonly handling: Handling;
}

async function consumeUntilLost(
  nats: Nats,
  options: FollowOptions,
  { handling, run }: Consuming,
): Promise<void> {
  const { partition, signal } = options;
  run.mark = await epochMark(nats, partition);
  const consumer = await findConsumer(nats, options, run.mark);
  if (consumer === null) return;
  const messages = await consumer.consume({
    // Received before they are asked for, and so also the most that are handled together.
    max_messages: Math.max(handling.maxTogether, usuallyTogether),
    abort_on_missing_resource: true,
  });
  run.messages = messages;
  // What came while the consumer was being looked up has stopped nothing yet.
  if (signal.aborted || isOutdated(run)) messages.stop();
  const onGivenUp = () => nats.countGivenUp(options.durable, 1);
  const iterator = messages[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<JsMsg>> | undefined;
  for (let began = -Infinity; ;) {
    const first = await (next ?? iterator.next());
    next = undefined;
    if (first.done === true) return;
    const { everyMs, patienceMs } = handling;
    await waitUntil(Math.max(began + everyMs, performance.now() + patienceMs), signal);
    began = performance.now();
    const together = [first.value];
    while (together.length < handling.maxTogether) {
      next ??= iterator.next();
      const more = await Promise.race([next, setImmediate(nothing)]);
      if (more === nothing || more.done === true) break;
      together.push(more.value);
      next = undefined;
    }
    await handleTogether(together, handling.handle, { onError: options.onError, onGivenUp });
  }
}

/** Stands for what has not been received yet. */
const nothing = Symbol("nothing");

async function waitUntil(at: number, signal: AbortSignal): Promise<void> {
  const ms = at - performance.now();
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
}

/**
 * Finds the durable consumer, or makes it anew when its position comes from an earlier epoch, because what it passed
 * there may be at other positions now. Its description says which epoch it belongs to. Null while the stream may hold
 * what a database has lost: it would be handled again.
 */
async function findConsumer(
  nats: Nats,
  { durable, partition }: FollowOptions,
  mark: string,
): Promise<Consumer | null> {
  const stream = eventStreamName(partition);
  const manager = await jetstreamManager(nats);
  const { config } = await manager.consumers.info(stream, durable);
  if ((config.description ?? "") !== mark) {
    if (await isComparing(nats, writersOf(durable))) return null;
    await manager.consumers.delete(stream, durable);
    await manager.consumers.add(stream, {
      ...durableConfig(partition, durable),
      description: mark,
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(epochSince(mark).getTime() - lookBackMs).toISOString(),
    });
  }
  return jetstream(nats).consumers.get(stream, durable);
}
