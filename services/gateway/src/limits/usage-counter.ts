import { randomUUID } from "node:crypto";

import { noteRequests } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { type Cost, type DailyCount, DailyCounts } from "@team-chat/work";

interface UsageCounterOptions {
  readonly users: Pick<ServiceClient, "call">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of each time that it cannot be noted; it is noted later. */
  readonly onError: (error: unknown) => void;
}

/** Sums of a day so far. */
interface Sums {
  readonly requests: number;
  readonly processorUs: number;
  readonly databaseUs: number;
}

interface Count extends DailyCount {
  sums: Sums;
  /** Those of which `users` knows. */
  noted: Sums;
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

const nothing: Sums = { requests: 0, processorUs: 0, databaseUs: 0 };
const self = { kind: "service", name: "gateway" } as const;

/**
 * Counts the requests of organizations, the people who make them and what they take, and has `users` note it. It says
 * how much there was of a day so far, so that saying it twice does no harm.
 */
export class UsageCounter implements AsyncDisposable {
  readonly #users: UsageCounterOptions["users"];
  readonly #source = randomUUID();
  readonly #counts: DailyCounts<Count>;

  constructor({ now, onError, users }: UsageCounterOptions) {
    this.#users = users;
    this.#counts = new DailyCounts<Count>({
      now,
      begin: (of) => ({ ...of, sums: nothing, noted: nothing, fresh: new Set(), known: new Set() }),
      isDue: ({ noted, sums }) => noted !== sums,
      note: (counts) => this.#note(counts),
      onError,
    });
  }

  /** Counts a request. */
  count({ isBot, realmId, userId }: Requester): void {
    const count = this.#counts.of(realmId);
    count.sums = { ...count.sums, requests: count.sums.requests + 1 };
    if (!isBot && !count.known.has(userId)) count.fresh.add(userId);
  }

  /** Counts what a request has taken. */
  addCost(realmId: number, { databaseUs, processorUs }: Cost): void {
    const count = this.#counts.of(realmId);
    const { sums } = count;
    count.sums = {
      ...sums,
      processorUs: sums.processorUs + processorUs,
      databaseUs: sums.databaseUs + databaseUs,
    };
  }

  /** Notes what was counted until now. */
  noteNow(): Promise<void> {
    return this.#counts.noteNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#counts[Symbol.asyncDispose]();
  }

  async #note(counts: readonly Count[]): Promise<void> {
    const sent = counts.map(({ fresh, sums }) => ({ sums, userIds: [...fresh] }));
    const entries = counts.map(({ day, realmId }, at) => ({
      realmId,
      day,
      ...(sent[at]?.sums ?? nothing),
      userIds: sent[at]?.userIds ?? [],
    }));
    const input = { source: this.#source, entries };
    await this.#users.call(noteRequests, self, input, { realmId: counts[0]?.realmId ?? 0 });
    for (const [at, count] of counts.entries()) {
      count.noted = sent[at]?.sums ?? count.noted;
      for (const userId of sent[at]?.userIds ?? []) {
        count.fresh.delete(userId);
        count.known.add(userId);
      }
    }
  }
}
