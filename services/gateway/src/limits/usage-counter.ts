import { randomUUID } from "node:crypto";

import { noteRequests } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { PeriodicTask } from "@team-chat/work";

interface UsageCounterOptions {
  readonly users: Pick<ServiceClient, "call">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of each time that it cannot be noted; it is noted later. */
  readonly onError: (error: unknown) => void;
}

interface Count {
  readonly realmId: number;
  /** Date of UTC. */
  readonly day: string;
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
const everyMs = 30_000;
const batch = 500;

/**
 * Counts the requests of organizations and the people who make them, and has `users` note them every half minute and at
 * the end. It says how many there were of a day so far, so that saying it twice does no harm; a process that is killed
 * takes what it has counted since with it (docs/hosting.md#usage).
 */
export class UsageCounter implements AsyncDisposable {
  readonly #options: UsageCounterOptions;
  readonly #source = randomUUID();
  readonly #task: PeriodicTask;
  /** By realm, of the current day. */
  #counts = new Map<number, Count>();
  /** Of days that are over and not noted yet. */
  #over: Count[] = [];
  #day = "";

  constructor(options: UsageCounterOptions) {
    this.#options = options;
    this.#task = new PeriodicTask({
      everyMs,
      run: () => this.#note(),
      onError: options.onError,
    });
  }

  /** Counts a request. */
  count({ isBot, realmId, userId }: Requester): void {
    const count = this.#countOf(realmId);
    count.requests += 1;
    if (!isBot && !count.known.has(userId)) count.fresh.add(userId);
  }

  /** Notes what was counted until now. */
  noteNow(): Promise<void> {
    return this.#task.runNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#task.stop();
    await this.noteNow();
  }

  #countOf(realmId: number): Count {
    const day = new Date(this.#options.now()).toISOString().slice(0, 10);
    if (day !== this.#day) {
      this.#over.push(...this.#counts.values());
      this.#counts = new Map();
      this.#day = day;
    }
    let count = this.#counts.get(realmId);
    if (count === undefined) {
      count = { realmId, day, requests: 0, noted: 0, fresh: new Set(), known: new Set() };
      this.#counts.set(realmId, count);
    }
    return count;
  }

  async #note(): Promise<void> {
    const due = [...this.#over, ...this.#counts.values()].filter(isDue);
    for (let from = 0; from < due.length; from += batch)
      await this.#noteBatch(due.slice(from, from + batch));
    this.#over = this.#over.filter(isDue);
  }

  async #noteBatch(counts: readonly Count[]): Promise<void> {
    const entries = counts.map(({ day, fresh, realmId, requests }) => ({
      realmId,
      day,
      requests,
      userIds: [...fresh],
    }));
    const input = { source: this.#source, entries };
    await this.#options.users.call(noteRequests, self, input, { realmId: counts[0]?.realmId ?? 0 });
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

function isDue({ noted, requests }: Count): boolean {
  return requests > noted;
}
