import { setTimeout as delay } from "node:timers/promises";

import {
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
} from "@nats-io/jetstream";
import { type Bundle, bundle, eventStreamName } from "@team-chat/contract";

import type { Nats } from "./connect.ts";
import { epochMark } from "./epochs.ts";
import { followMark } from "./follow-mark.ts";
import { type Durable, durableConfig } from "./provision.ts";

export interface ConsumeOptions {
  readonly partition: number;
  /** One of the declared durables. */
  readonly durable: Durable;
  /** Handles one bundle; when it rejects, the bundle is delivered again after a second. Must be idempotent. */
  readonly handle: (bundle: Bundle, sequence: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const retryDelayMs = 1000;
/** Republished bundles are younger than the outbox keeps its rows; with room for clocks that differ. */
const lookBackMs = 1_800_000;

/**
 * Handles a partition's bundles one after the other in stream order until the signal aborts; acknowledges each after its handler. Goes
 * on by itself after lost connections and when the stream was made anew; when the stream lost its end, what was republished is handled again.
 */
export async function consumeBundles(nats: Nats, options: ConsumeOptions): Promise<void> {
  const { onError, partition, signal } = options;
  const run: Run = { mark: null, newest: null, messages: undefined };
  const onMark = (mark: string) => {
    run.newest = mark;
    if (isOutdated(run)) run.messages?.stop();
  };
  signal.addEventListener("abort", () => run.messages?.stop(), { once: true });
  followMark(nats, { partition, onMark, onError, signal }).catch(onError);
  while (!signal.aborted) {
    try {
      await consumeUntilLost(nats, options, run);
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

async function consumeUntilLost(nats: Nats, options: ConsumeOptions, run: Run): Promise<void> {
  const { handle, onError, partition, signal } = options;
  run.mark = await epochMark(nats, partition);
  const consumer = await findConsumer(nats, options, run.mark);
  const messages = await consumer.consume({ max_messages: 64, abort_on_missing_resource: true });
  run.messages = messages;
  // What came while the consumer was being looked up has stopped nothing yet.
  if (signal.aborted || isOutdated(run)) messages.stop();
  for await (const message of messages) {
    try {
      await handle(bundle.parse(message.json()), message.seq);
      message.ack();
    } catch (error) {
      onError(error);
      message.nak(retryDelayMs);
    }
  }
}

/**
 * The durable consumer; made anew when its position comes from an earlier epoch, because what it passed there may be at other places now. Its
 * description says which epoch it belongs to.
 */
async function findConsumer(
  nats: Nats,
  { durable, partition }: ConsumeOptions,
  mark: string,
): Promise<Consumer> {
  const stream = eventStreamName(partition);
  const manager = await jetstreamManager(nats);
  const { config } = await manager.consumers.info(stream, durable);
  if ((config.description ?? "") !== mark) {
    await manager.consumers.delete(stream, durable);
    await manager.consumers.add(stream, {
      ...durableConfig(partition, durable),
      description: mark,
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(Date.now() - lookBackMs).toISOString(),
    });
  }
  return jetstream(nats).consumers.get(stream, durable);
}
