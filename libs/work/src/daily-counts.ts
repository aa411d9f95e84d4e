import { PeriodicTask } from "./periodic-task.ts";

/** Count of one process for an organization and a day of UTC. */
export interface DailyCount {
  readonly realmId: number;
  readonly day: string;
}

interface DailyCountsOptions<C extends DailyCount> {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns the count of an organization and day of which nothing was counted yet. */
  readonly begin: (of: DailyCount) => C;
  /** Tells whether more was counted than was noted. */
  readonly isDue: (count: C) => boolean;
  /** Has these noted, so many at most as `mostAtOnce`. It is done again with the same ones when it fails. */
  readonly note: (counts: readonly C[]) => Promise<void>;
  /** Told of each time that they cannot be noted; they are noted later. */
  readonly onError: (error: unknown) => void;
}

const everyMs = 1000;
/** Most counts that are noted together. */
export const mostAtOnce = 250;
/** Longest time that a count waits, however many there are. */
const longestMs = 30_000;

/**
 * Counts of organizations, one for each day, that are noted elsewhere every second and at the end; a process that is
 * killed takes what it has counted since with it. Of very many some are noted each second, those that have waited
 * longest first (docs/hosting.md#usage).
 */
export class DailyCounts<C extends DailyCount> implements AsyncDisposable {
  readonly #options: DailyCountsOptions<C>;
  readonly #task: PeriodicTask;
  /** By realm, of the current day. */
  #counts = new Map<number, C>();
  /** Of days that are over and not noted yet. */
  #over: C[] = [];
  #day = "";
  /** True if all are to be noted, not those alone whose turn it is. */
  #isLast = false;

  constructor(options: DailyCountsOptions<C>) {
    this.#options = options;
    this.#task = new PeriodicTask({
      everyMs,
      run: () => this.#note(),
      onError: options.onError,
    });
  }

  /** Returns the count of an organization for today, to be added to at once. */
  of(realmId: number): C {
    const day = new Date(this.#options.now()).toISOString().slice(0, 10);
    if (day !== this.#day) {
      this.#over.push(...this.#counts.values());
      this.#counts = new Map();
      this.#day = day;
    }
    let count = this.#counts.get(realmId);
    if (count === undefined)
      this.#counts.set(realmId, (count = this.#options.begin({ realmId, day })));
    return count;
  }

  /** Notes what was counted until now. */
  noteNow(): Promise<void> {
    this.#isLast = true;
    return this.#task.runNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#task.stop();
    await this.noteNow();
  }

  async #note(): Promise<void> {
    const { isDue, note } = this.#options;
    const due = [...this.#over, ...this.#counts.values()].filter(isDue);
    const share = Math.max(mostAtOnce, Math.ceil((due.length * everyMs) / longestMs));
    const turn = this.#isLast ? due : due.slice(0, share);
    this.#isLast = false;
    for (let from = 0; from < turn.length; from += mostAtOnce) {
      const some = turn.slice(from, from + mostAtOnce);
      await note(some);
      for (const one of some) this.#putLast(one);
    }
    this.#over = this.#over.filter(isDue);
  }

  /** Has a count wait behind all others for its next turn. */
  #putLast(count: C): void {
    if (this.#counts.get(count.realmId) !== count) return;
    this.#counts.delete(count.realmId);
    this.#counts.set(count.realmId, count);
  }
}
