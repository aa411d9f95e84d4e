import { DeliverPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { type Bundle, eventStreamName, partitionOf, realmSubject } from "@team-chat/contract";
import type { Nats } from "@team-chat/nats";

import { type Entry, entryOf } from "./entry.ts";

export interface ReplayRange {
  readonly realmId: number;
  readonly partitions: number;
  /** First sequence wanted. */
  readonly from: number;
  /** The sequence before which to stop. */
  readonly before: number;
}

/** The realm's entries of a range of the stream, in order; null when the stream no longer holds the whole range. */
export async function replay(
  nats: Nats,
  { realmId, partitions, from, before }: ReplayRange,
): Promise<readonly Entry[] | null> {
  const partition = partitionOf(realmId, partitions);
  const { state } = await (await jetstreamManager(nats)).streams.info(eventStreamName(partition));
  if (state.first_seq > from) return null;
  const consumer = await jetstream(nats).consumers.get(eventStreamName(partition), {
    filter_subjects: realmSubject(partition, realmId),
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
  });
  const entries: Entry[] = [];
  const { num_pending: waiting } = await consumer.info();
  if (waiting === 0) return entries;
  const messages = await consumer.consume({ max_messages: 2000 });
  for await (const message of messages) {
    if (message.seq >= before) break;
    entries.push(entryOf(message.json<Bundle>(), message.seq, message.data.length));
    if (message.info.pending === 0) break;
  }
  await messages.close();
  return entries;
}
