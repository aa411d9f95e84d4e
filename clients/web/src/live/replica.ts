import { apply } from "../state/apply.ts";
import { fromRegister } from "../state/from-register.ts";
import type { InitialData, ServerEvent, State } from "../state/state.ts";

/** An event at its place in a queue. */
export type QueuedEvent = ServerEvent & { readonly id: number };

/** What the server has told by one queue: a state, and how far in the queue that is. */
export interface Replica {
  readonly queueId: string;
  readonly lastEventId: number;
  /** Has nothing that only a tab shows, or has loaded besides. */
  readonly state: State;
}

/** Events of a queue that follow a position in it, without a gap. */
export interface Batch {
  readonly queueId: string;
  /** The position that they were asked for with. */
  readonly after: number;
  readonly events: readonly QueuedEvent[];
}

/** Returns the replica that a registration begins; without an account there is no queue, and its id is empty. */
export function replicaOf(data: InitialData): Replica {
  const { last_event_id: lastEventId, queue_id: queueId } = data;
  return { queueId: queueId ?? "", lastEventId, state: fromRegister(data) };
}

/** Picks out what is new to a replica; null when the batch is of another queue, or events before it are missing. */
export function newIn(
  { lastEventId, queueId }: Replica,
  batch: Batch,
): readonly QueuedEvent[] | null {
  if (batch.queueId !== queueId || batch.after > lastEventId) return null;
  return batch.events.filter(({ id }) => id > lastEventId);
}

/** Returns the replica after events that are new to it. */
export function advanced(replica: Replica, events: readonly QueuedEvent[]): Replica {
  const lastEventId = events.at(-1)?.id ?? replica.lastEventId;
  return { ...replica, lastEventId, state: events.reduce<State>(apply, replica.state) };
}

/** Leaves out what nobody forgets in a replica: who is writing, and who was there. */
export function lasting(replica: Replica): Replica {
  return { ...replica, state: { ...replica.state, presences: new Map(), typing: new Map() } };
}
