import { jetstreamManager } from "@nats-io/jetstream";
import { eventStreamName } from "@team-chat/contract";
import type { Nats } from "@team-chat/nats";

import { neverWasAnswer, prunedAnswer } from "./answers.ts";
import type { Queue } from "./queue.ts";

/**
 * Checks the last event id of a poll: it must not be older than what was acknowledged to this process, nor of an event
 * that is still to come (docs/behaviour/events.md#polling). Returns the refusal, or null. `head` is the newest bundle
 * that this process has seen.
 */
export async function refuseLastEventId(
  queue: Queue,
  lastEventId: number,
  { nats, head }: { readonly nats: Nats; readonly head: number },
): Promise<Buffer | null> {
  if (lastEventId < queue.acknowledged) return prunedAnswer(lastEventId);
  const { sequence } = queue.position(lastEventId);
  if (sequence <= head) return null;
  // Another process may have seen more of the stream than this one.
  const stream = eventStreamName(queue.descriptor.partition);
  const { state } = await (await jetstreamManager(nats)).streams.info(stream);
  return sequence <= state.last_seq ? null : neverWasAnswer(lastEventId);
}
