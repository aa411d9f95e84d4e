import type { Queue } from "./queue.ts";

interface HeartbeatOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

/** A heartbeat comes after 45 to 55 s (docs/behaviour/events.md#heartbeats). */
const minMs = 45_000;
const spreadMs = 10_000;
const slotMs = 1000;

/**
 * Schedule of heartbeats for the clients of all queues. A queue is noted once, however often it is polled: when its
 * turn comes and its poll began to wait later, it is noted anew. That is never too late, since the turn is that of an
 * earlier poll.
 */
export class Heartbeats {
  readonly #options: HeartbeatOptions;
  /** Noted queues by the second of their turn. */
  readonly #turns = new Map<number, Queue[]>();

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Notes the queue. @returns the millisecond at which the heartbeat of a poll that begins to wait now is due */
  plan(queue: Queue): number {
    const { now, random } = this.#options;
    const at = now() + minMs + random() * spreadMs;
    if (!queue.isNoted) this.#note(queue, at);
    return at;
  }

  /** Takes the queues whose clients are to get a heartbeat now; to be called about every second. */
  take(): readonly Queue[] {
    const now = this.#options.now();
    const seconds = [...this.#turns.keys()].filter((second) => second * slotMs <= now);
    const noted = seconds.flatMap((second) => this.#turns.get(second) ?? []);
    for (const second of seconds) this.#turns.delete(second);
    const due: Queue[] = [];
    for (const queue of noted) {
      queue.isNoted = false;
      const { parked } = queue;
      if (parked === undefined) continue;
      if (parked.heartbeatAt > now) this.#note(queue, parked.heartbeatAt);
      else due.push(queue);
    }
    return due;
  }

  #note(queue: Queue, at: number): void {
    const second = Math.floor(at / slotMs);
    const turn = this.#turns.get(second);
    if (turn === undefined) this.#turns.set(second, [queue]);
    else turn.push(queue);
    queue.isNoted = true;
  }
}
