import { randomUUID } from "node:crypto";

import { noteRequests } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { type DailyCount, DailyCounts } from "@team-chat/work";

interface UsageCounterOptions {
  readonly users: Pick<ServiceClient, "call">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of each time that it cannot be noted; it is noted later. */
  readonly onError: (error: unknown) => void;
}

interface Count extends DailyCount {
  requests: number;
  /** Requests of which `users` knows. */
  noted: number;
  /** People of whom it does not know yet. */
  readonly fresh: Set<number>;
  /** People of whom it does. */
  readonly known: Set<number>;
}

interface Requester {
  readonly realmId: number;
  readonly userId: number;
  readonly isBot: boolean;
}

const self = { kind: "service", name: "gateway" } as const;

/**
 * Counts the requests of organizations and the people who make them, and has `users` note them. It says how many there
 * were of a day so far, so that saying it twice does no harm.
 */
export class UsageCounter implements AsyncDisposable {
  readonly #users: UsageCounterOptions["users"];
  readonly #source = randomUUID();
  readonly #counts: DailyCounts<Count>;

  constructor({ now, onError, users }: UsageCounterOptions) {
    this.#users = users;
    this.#counts = new DailyCounts<Count>({
      now,
      begin: (of) => ({ ...of, requests: 0, noted: 0, fresh: new Set(), known: new Set() }),
      isDue: ({ noted, requests }) => requests > noted,
      note: (counts) => this.#note(counts),
      onError,
    });
  }

  /** Counts a request. */
  count({ isBot, realmId, userId }: Requester): void {
    const count = this.#counts.of(realmId);
    count.requests += 1;
    if (!isBot && !count.known.has(userId)) count.fresh.add(userId);
  }

  /** Notes what was counted until now. */
  noteNow(): Promise<void> {
    return this.#counts.noteNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#counts[Symbol.asyncDispose]();
  }

  async #note(counts: readonly Count[]): Promise<void> {
    const entries = counts.map(({ day, fresh, realmId, requests }) => ({
      realmId,
      day,
      requests,
      userIds: [...fresh],
    }));
    const input = { source: this.#source, entries };
    await this.#users.call(noteRequests, self, input, { realmId: counts[0]?.realmId ?? 0 });
    for (const [at, count] of counts.entries()) {
      const entry = entries[at];
      count.noted = entry?.requests ?? count.noted;
      for (const userId of entry?.userIds ?? []) {
        count.fresh.delete(userId);
        count.known.add(userId);
      }
    }
  }
}
