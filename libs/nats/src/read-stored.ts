import { type JsMsg, jetstream, type OrderedConsumerOptions } from "@nats-io/jetstream";

import type { Nats } from "./connect.ts";

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
    try {
      for await (const message of messages) {
        yield message;
        if (message.info.pending === 0) return;
      }
    } finally {
      await messages.close();
    }
  } finally {
    // The server removes it by itself when it cannot be told.
    await consumer.delete().catch(() => false);
  }
}
