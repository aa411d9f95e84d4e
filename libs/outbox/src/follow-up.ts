import { AppError, type ErrorCode } from "@team-chat/errors";
import { PeriodicTask, runInBackground } from "@team-chat/work";

export interface FollowUpOptions<Noted> {
  /** Realms in which something is noted. */
  readonly listRealms: () => Promise<readonly number[]>;
  /** Lists what is noted in the realm, the oldest first; a limited number of them. */
  readonly list: (realmId: number) => Promise<readonly Noted[]>;
  /**
   * Does what was listed and then forgets it: what it does must bear being done twice. What was not done when it
   * rejects is tried again.
   */
  readonly run: (realmId: number, noted: readonly Noted[]) => Promise<void>;
  /** Called for every error from which the work recovers. */
  readonly onError: (error: unknown) => void;
  /** Between two looks for what others left; a second when left out. */
  readonly lookEveryMs?: number;
}

/**
 * Has other services do what must follow from transactions. The work is noted as rows within them and done after them;
 * what failed is tried again every second, by any process. In one process only one piece of a realm's work is done at a
 * time.
 */
export class FollowUp<Noted> implements AsyncDisposable {
  readonly #options: FollowUpOptions<Noted>;
  readonly #looks: PeriodicTask;
  /** Realms whose work is under way. */
  readonly #running = new Map<number, Promise<void>>();

  constructor(options: FollowUpOptions<Noted>) {
    this.#options = options;
    this.#looks = new PeriodicTask({
      everyMs: options.lookEveryMs ?? 1000,
      run: () => this.#runAll(),
      onError: options.onError,
    });
  }

  /** Does all that was committed before the call. Resolves also when that failed: it is tried again, by any process. */
  async settle(realmId: number): Promise<void> {
    // What is under way may have begun before ours was committed.
    await this.#running.get(realmId);
    await (this.#running.get(realmId) ?? this.#start(realmId));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#looks[Symbol.asyncDispose]();
    await Promise.all(this.#running.values());
  }

  async #runAll(): Promise<void> {
    for (const realmId of await this.#options.listRealms())
      if (!this.#running.has(realmId)) await this.#start(realmId);
  }

  async #runNoted(realmId: number): Promise<void> {
    const { list, run } = this.#options;
    for (;;) {
      const noted = await list(realmId);
      if (noted.length === 0) return;
      await run(realmId, noted);
    }
  }

  #start(realmId: number): Promise<void> {
    // Whoever caused it may go away, and others wait for it, too.
    const run = runInBackground(() => this.#runNoted(realmId))
      .catch(this.#options.onError)
      .finally(() => this.#running.delete(realmId));
    this.#running.set(realmId, run);
    return run;
  }
}

/**
 * Codes of a service that does not know the caller's key or the operation, as while another release of it is rolled
 * out.
 */
const passing: ReadonlySet<ErrorCode> = new Set(["UNAUTHORIZED", "NOT_FOUND"]);

/** Tells whether another service refused the request, so that asking again is of no use. */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof AppError && error.status < 500 && !passing.has(error.code);
}
