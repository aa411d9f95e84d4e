import { randomUUID } from "node:crypto";

import { noteEvents } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { type DailyCount, DailyCounts } from "@team-chat/work";

import type { EventPace } from "./event-pace.ts";

interface EventCounterOptions {
  readonly users: Pick<ServiceClient, "call">;
  /** Told what those may be given whose events were noted. */
  readonly pace: EventPace;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of each time that it cannot be noted; it is noted later. */
  readonly onError: (error: unknown) => void;
}

interface Count extends DailyCount {
  events: number;
  processorUs: number;
  /** Events and processor time of which `users` knows. */
  noted: { readonly events: number; readonly processorUs: number };
}

const self = { kind: "service", name: "events" } as const;

/**
 * Counts the events that clients of organizations are given, and what handing them out takes, and has `users` note it.
 * It says how much there was of a day so far, so that saying it twice does no harm.
 */
export class EventCounter implements AsyncDisposable {
  readonly #users: EventCounterOptions["users"];
  readonly #pace: EventPace;
  readonly #source = randomUUID();
  readonly #counts: DailyCounts<Count>;

  constructor({ now, onError, pace, users }: EventCounterOptions) {
    this.#users = users;
    this.#pace = pace;
    this.#counts = new DailyCounts<Count>({
      now,
      begin: (of) => ({ ...of, events: 0, processorUs: 0, noted: { events: 0, processorUs: 0 } }),
      isDue: ({ events, noted, processorUs }) =>
        events > noted.events || processorUs > noted.processorUs,
      note: (counts) => this.#note(counts),
      onError,
    });
  }

  /** Counts events of one answer. */
  count(realmId: number, events: number): void {
    this.#counts.of(realmId).events += events;
    this.#pace.take(realmId, events);
  }

  /** Counts processor time that an organization's events took. */
  addProcessor(realmId: number, processorUs: number): void {
    this.#counts.of(realmId).processorUs += processorUs;
  }

  /** Notes what was counted until now. */
  noteNow(): Promise<void> {
    return this.#counts.noteNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#counts[Symbol.asyncDispose]();
  }

  async #note(counts: readonly Count[]): Promise<void> {
    const entries = counts.map(({ day, events, processorUs, realmId }) => ({
      realmId,
      day,
      events,
      processorUs,
    }));
    const input = { source: this.#source, entries };
    const about = { realmId: counts[0]?.realmId ?? 0 };
    const { limits } = await this.#users.call(noteEvents, self, input, about);
    const realmIds = entries.map(({ realmId }) => realmId);
    this.#pace.allow(realmIds, limits);
    for (const [at, count] of counts.entries()) count.noted = entries[at] ?? count.noted;
  }
}
