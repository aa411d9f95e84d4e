import { positionsPerBundle } from "@team-chat/contract";

/** A place in a partition's stream: a bundle's sequence and a slot within it. */
export interface Position {
  readonly sequence: number;
  readonly slot: number;
}

/** Slots from here on are never events: heartbeats take their ids from them. */
export const firstHeartbeatSlot = positionsPerBundle / 2;

/**
 * Returns the id a client sees, relative to the queue's start; the first event of the next bundle has id
 * `positionsPerBundle`.
 */
export function eventId(startSequence: number, position: Position): number {
  return (position.sequence - startSequence) * positionsPerBundle + position.slot;
}

/** Returns the position an event id stands for; -1 is the queue's very start. */
export function positionOf(startSequence: number, id: number): Position {
  if (id < 0) return { sequence: startSequence, slot: -1 };
  const sequence = startSequence + Math.floor(id / positionsPerBundle);
  return { sequence, slot: id % positionsPerBundle };
}

/**
 * Returns the id of a heartbeat after everything up to the bundle `head` was looked at: above `acknowledged` and above
 * every event id of that bundle, below those of the next. After some days of silence the room is used up and the last
 * id repeats.
 */
export function heartbeatId(startSequence: number, head: number, acknowledged: number): number {
  const base = (head - startSequence) * positionsPerBundle;
  const lowest = base + firstHeartbeatSlot;
  return Math.min(Math.max(lowest, acknowledged + 1), base + positionsPerBundle - 1);
}
