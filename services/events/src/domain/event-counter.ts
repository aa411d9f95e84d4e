import { randomUUID } from "node:crypto";

import { noteEvents } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { type DailyCount, DailyCounts } from "@team-chat/work";

interface EventCounterOptions {
  readonly users: Pick<ServiceClient, "call">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of each time that it cannot be noted; it is noted later. */
  readonly onError: (error: unknown) => void;
}

interface Count extends DailyCount {
  events: number;
  /** Events of which `users` knows. */
  noted: number;
}

const self = { kind: "service", name: "events" } as const;

/**
 * Counts the events that clients of organizations are given, and has `users` note them. It says how many there were of
 * a day so far, so that saying it twice does no harm.
 */
export class EventCounter implements AsyncDisposable {
  readonly #users: EventCounterOptions["users"];
  readonly #source = randomUUID();
  readonly #counts: DailyCounts<Count>;

  constructor({ now, onError, users }: EventCounterOptions) {
    this.#users = users;
    this.#counts = new DailyCounts<Count>({
      now,
      begin: (of) => ({ ...of, events: 0, noted: 0 }),
      isDue: ({ events, noted }) => events > noted,
      note: (counts) => this.#note(counts),
      onError,
    });
  }

  /** Counts events of one answer. */
  count(realmId: number, events: number): void {
    this.#counts.of(realmId).events += events;
  }

  /** Notes what was counted until now. */
  noteNow(): Promise<void> {
    return this.#counts.noteNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#counts[Symbol.asyncDispose]();
  }

  async #note(counts: readonly Count[]): Promise<void> {
    const entries = counts.map(({ day, events, realmId }) => ({ realmId, day, events }));
    const input = { source: this.#source, entries };
    await this.#users.call(noteEvents, self, input, { realmId: counts[0]?.realmId ?? 0 });
    for (const [at, count] of counts.entries()) count.noted = entries[at]?.events ?? count.noted;
  }
}
