import { setTimeout as delay } from "node:timers/promises";

import { jetstream } from "@nats-io/jetstream";
import { type Bundle, bundle, eventStreamName } from "@team-chat/contract";

import type { Nats } from "./connect.ts";

export interface ConsumeOptions {
  readonly partition: number;
  /** One of the declared durables. */
  readonly durable: string;
  /** Handles one bundle; when it rejects, the bundle is delivered again after a second. Must be idempotent. */
  readonly handle: (bundle: Bundle, sequence: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const retryDelayMs = 1000;

/**
 * Handles a partition's bundles one after the other in stream order until the signal aborts; acknowledges each after its handler. Goes
 * on by itself after lost connections and when the stream was made anew.
 */
export async function consumeBundles(nats: Nats, options: ConsumeOptions): Promise<void> {
  while (!options.signal.aborted) {
    try {
      await consumeUntilLost(nats, options);
    } catch (error) {
      if (!options.signal.aborted) options.onError(error);
    }
    await delay(retryDelayMs, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

async function consumeUntilLost(nats: Nats, options: ConsumeOptions): Promise<void> {
  const { durable, handle, onError, partition, signal } = options;
  const consumer = await jetstream(nats).consumers.get(eventStreamName(partition), durable);
  const messages = await consumer.consume({ max_messages: 64, abort_on_missing_resource: true });
  const stop = () => {
    messages.stop();
  };
  signal.addEventListener("abort", stop, { once: true });
  for await (const message of messages) {
    try {
      await handle(bundle.parse(message.json()), message.seq);
      message.ack();
    } catch (error) {
      onError(error);
      message.nak(retryDelayMs);
    }
  }
  signal.removeEventListener("abort", stop);
}
