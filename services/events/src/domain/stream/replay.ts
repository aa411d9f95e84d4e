import { DeliverPolicy, jetstreamManager } from "@nats-io/jetstream";
import {
  eventStreamName,
  type Layout,
  openBundle,
  partitionOf,
  realmSubject,
} from "@team-chat/contract";
import { type Nats, readStored } from "@team-chat/nats";

import { type Entry, entryOf } from "./entry.ts";

export interface ReplayRange {
  readonly realmId: number;
  readonly layout: Layout;
  /** First sequence wanted. */
  readonly from: number;
  /** The sequence before which to stop. */
  readonly before: number;
  /** Bytes of the stream to read at most; the entry that reaches the limit is the last. */
  readonly maxBytes: number;
}

/** A part of the range from its beginning on. */
export interface Replayed {
  /** In order. */
  readonly entries: readonly Entry[];
  /** Position of the rest; null when there is none. */
  readonly next: number | null;
}

/** Number of entries that are requested ahead of those that are handled. */
const ahead = 200;

/**
 * Reads the realm's entries of a range of the stream, as many as fit; null when the stream no longer holds the
 * beginning of the range.
 */
export async function replay(
  nats: Nats,
  { realmId, layout, from, before, maxBytes }: ReplayRange,
): Promise<Replayed | null> {
  const partition = partitionOf(realmId, layout);
  const { streams } = await jetstreamManager(nats, { checkAPI: false });
  const { state } = await streams.info(eventStreamName(partition));
  if (state.first_seq > from) return null;
  const stored = readStored(nats, eventStreamName(partition), {
    filter_subjects: realmSubject(partition, realmId),
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
    ahead,
  });
  const entries: Entry[] = [];
  let bytes = 0;
  let next: number | null = null;
  for await (const message of stored) {
    if (message.seq >= before) break;
    entries.push(entryOf(openBundle(message.string()), message.seq, message.data.length));
    bytes += message.data.length;
    if (bytes < maxBytes || message.info.pending === 0) continue;
    next = message.seq + 1;
    break;
  }
  return { entries, next };
}
