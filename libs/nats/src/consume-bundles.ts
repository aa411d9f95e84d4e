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

/** Handles a partition's bundles one after the other in stream order until the signal aborts; acknowledges each after its handler. */
export async function consumeBundles(nats: Nats, options: ConsumeOptions): Promise<void> {
  const consumer = await jetstream(nats).consumers.get(
    eventStreamName(options.partition),
    options.durable,
  );
  const messages = await consumer.consume({ max_messages: 64 });
  options.signal.addEventListener("abort", () => messages.stop(), { once: true });
  for await (const message of messages) {
    try {
      await options.handle(bundle.parse(message.json()), message.seq);
      message.ack();
    } catch (error) {
      options.onError(error);
      message.nak(retryDelayMs);
    }
  }
}
