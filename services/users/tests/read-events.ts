import { jetstream } from "@nats-io/jetstream";
import {
  audienceTest,
  bundle,
  type Bundle,
  type DomainEvent,
  eventStreamName,
} from "@team-chat/contract";
import type { Nats } from "@team-chat/nats";

/** Reads the bundles of the stream after a sequence, and the last sequence. */
export async function readBundles(
  nats: Nats,
  after: number,
): Promise<{ readonly bundles: readonly Bundle[]; readonly last: number }> {
  const consumer = await jetstream(nats).consumers.get(eventStreamName(0), {
    opt_start_seq: after + 1,
  });
  const bundles: Bundle[] = [];
  let last = after;
  const { num_pending: waiting } = await consumer.info();
  if (waiting === 0) return { bundles, last };
  const messages = await consumer.consume();
  for await (const message of messages) {
    bundles.push(bundle.parse(message.json()));
    last = message.seq;
    if (message.info.pending === 0) break;
  }
  await messages.close();
  return { bundles, last };
}

/** The payloads that a user gets of these events. */
export function eventsFor(userId: number, events: readonly DomainEvent[]): readonly object[] {
  return events.filter(({ audience }) => audienceTest(audience)(userId)).map(({ event }) => event);
}
