import type { Nats } from "@team-chat/nats";
import type { KeyedMutex } from "@team-chat/work";

import type { Entry } from "../stream/entry.ts";
import type { ReaderProgress } from "../stream/reader-progress.ts";
import { replay } from "../stream/replay.ts";
import type { Rings } from "../stream/rings.ts";
import type { QueueEvent } from "./answers.ts";
import type { Position } from "./position.ts";
import type { QueueTable } from "./queue-table.ts";
import type { Queue } from "./queue.ts";
import { neverWasAnswer, prunedAnswer } from "./refusals.ts";

/** Tables and streams in which entries are found. */
interface Sources {
  readonly table: QueueTable;
  readonly rings: Rings;
  readonly nats: Nats;
  readonly partitions: number;
  /** Lets one queue of a realm read its stream at a time. */
  readonly reading: KeyedMutex;
  /** Bytes of a stream that are read at a time; 8 MiB when left out. */
  readonly maxReplayBytes?: number | undefined;
}

const maxEventsPerAnswer = 5000;
const usualReplayBytes = 8 * 1024 * 1024;

/**
 * Finds the events after a position for the queue, as far as one answer goes; or why it ends: its user lost access
 * there, or the stream has forgotten the beginning. An empty list means that the ring holds everything still to come.
 * The stream is read a part at a time, so that an old queue costs no more memory than a recent one.
 */
export async function missedBy(
  queue: Queue,
  since: Position,
  sources: Sources,
): Promise<readonly QueueEvent[] | "access" | "forgotten"> {
  const events: QueueEvent[] = [];
  const { realmId, startSequence } = queue.descriptor;
  let from = Math.max(since.sequence, startSequence + 1);
  while (events.length < maxEventsPerAnswer) {
    const { ring } = sources.table.feed(realmId);
    if (ring.covers(from))
      return addEvents(queue, { since, entries: ring.since(from) }, events) ? events : "access";
    const older = await olderEntries(realmId, from, sources);
    if (older === null) return "forgotten";
    if (!addEvents(queue, { since, entries: older.entries }, events)) return "access";
    from = older.next;
  }
  return events;
}

interface OlderEntries {
  readonly entries: readonly Entry[];
  /** Position from which on entries are still wanted. */
  readonly next: number;
}

/**
 * Reads entries from there on that the ring has forgotten, into the ring if there is room; null when the stream has
 * forgotten them too. One queue of a realm at a time: after a restart all of them come at once, and the first one reads
 * what most of the others miss.
 */
async function olderEntries(
  realmId: number,
  from: number,
  sources: Sources,
): Promise<OlderEntries | null> {
  const { maxReplayBytes: maxBytes = usualReplayBytes, nats, partitions, rings, table } = sources;
  const release = await sources.reading.acquire(realmId);
  try {
    const { ring } = table.feed(realmId);
    if (ring.covers(from)) return { entries: [], next: from };
    const before = ring.from;
    const replayed = await replay(nats, { realmId, partitions, from, before, maxBytes });
    if (replayed === null) return null;
    const { entries, next } = replayed;
    if (next !== null) return { entries, next };
    const isStill = table.feed(realmId).ring === ring && ring.from === before;
    const isKept = isStill && rings.prepend(ring, entries, from);
    return isKept ? { entries: [], next: from } : { entries, next: before };
  } finally {
    release();
  }
}

interface NewEntries {
  readonly entries: readonly Entry[];
  readonly since: Position;
}

/**
 * Adds what the entries have for the queue, up to the size of an answer; false when its user lost access with one of
 * them.
 */
function addEvents(queue: Queue, { entries, since }: NewEntries, events: QueueEvent[]): boolean {
  if (entries.some((entry) => queue.endsWith(entry))) return false;
  for (const entry of entries) {
    if (events.length >= maxEventsPerAnswer) break;
    queue.take(entry, since, events);
  }
  return true;
}

/**
 * Checks the last event id of a poll: it must not be older than what was acknowledged to this process, nor of an event
 * that is still to come (docs/behaviour/events.md#polling). Returns the refusal, or null.
 */
export async function refuseLastEventId(
  queue: Queue,
  lastEventId: number,
  progress: Pick<ReaderProgress, "isStored">,
): Promise<Buffer | null> {
  if (lastEventId < queue.acknowledged) return prunedAnswer(lastEventId);
  // Another process may have seen more of the stream than this one.
  const isStored = await progress.isStored(queue.position(lastEventId).sequence);
  return isStored ? null : neverWasAnswer(lastEventId);
}
