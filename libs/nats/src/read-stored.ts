import {
  type DeliveryInfo,
  type JsMsg,
  jetstream,
  type OrderedConsumerOptions,
} from "@nats-io/jetstream";

import type { Nats } from "./connect.ts";

const lookEveryMs = 1000;

interface Wanted extends Partial<OrderedConsumerOptions> {
  /** Number of messages that are requested ahead of those that are handled; the client's own choice when left out. */
  readonly ahead?: number;
}

/**
 * Reads what a stream holds of this at this moment, in its order. Its consumer at the server is removed when the reader
 * ends, however it does: one that is left would be kept informed for minutes.
 */
export async function* readStored(
  nats: Nats,
  stream: string,
  { ahead, ...wanted }: Wanted,
): AsyncGenerator<JsMsg> {
  const consumer = await jetstream(nats).consumers.get(stream, wanted);
  try {
    const { num_pending: waiting } = await consumer.info();
    if (waiting === 0) return;
    const messages = await consumer.consume(ahead === undefined ? {} : { max_messages: ahead });
    let last: DeliveryInfo | undefined;
    // What waits may be deleted, or expire, before it is delivered: then no message says that it is the last.
    const endWhenNothingWaits = async () => {
      const { delivered, name, num_pending: pending } = await consumer.info();
      const seen = last?.consumer === name ? last.deliverySequence : 0;
      if (pending === 0 && delivered.consumer_seq === seen) messages.stop();
    };
    // A look that fails, as while the connection is lost, is made up for by the next one.
    const looks = setInterval(() => {
      endWhenNothingWaits().catch(() => undefined);
    }, lookEveryMs);
    try {
      for await (const message of messages) {
        yield message;
        last = message.info;
        if (last.pending === 0) return;
      }
    } finally {
      clearInterval(looks);
      await messages.close();
    }
  } finally {
    // The server removes it by itself when it cannot be told.
    await consumer.delete().catch(() => false);
  }
}
