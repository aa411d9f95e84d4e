import type { Entry } from "../stream/entry.ts";
import type { ReaderProgress } from "../stream/reader-progress.ts";
import type { QueueEvent } from "./answers.ts";
import type { OlderEntries } from "./older-entries.ts";
import type { Position } from "./position.ts";
import type { QueueTable } from "./queue-table.ts";
import type { Queue } from "./queue.ts";
import { neverWasAnswer, prunedAnswer } from "./refusals.ts";

/** Holds the entries. */
interface Sources {
  readonly table: QueueTable;
  readonly older: OlderEntries;
}

const maxEventsPerAnswer = 5000;

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
    const isRecent = ring.covers(from);
    const part = isRecent ? null : await sources.older.read(realmId, from);
    if (part === null && !isRecent) return "forgotten";
    const entries = (part?.entries ?? ring).since(from, queue.descriptor);
    if (!addEvents(queue, { since, entries }, events)) return "access";
    if (part === null) break;
    from = part.next;
  }
  return events;
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
