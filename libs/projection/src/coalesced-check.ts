import { runInBackground } from "@team-chat/work";

/** A question that will be asked, and how many wait for its answer. */
interface Question<T> {
  readonly answer: Promise<T>;
  /** Has it asked without waiting for further company. */
  readonly hurry: () => void;
  askers: number;
}

interface Spacing {
  /** While many ask, the next question is asked this long after the last one, so that more share it. */
  readonly ms: number;
  /** How many who shared the last question are many. */
  readonly crowd: number;
  /** When so many wait, the next question is asked at the end of the turn in which the last of them came. */
  readonly enough: number;
}

/**
 * Shares one question among all who wait for its answer, but never gives anybody the answer to a question that was asked before they
 * came: a caller that arrives while a question is under way waits for the next one.
 */
export class CoalescedCheck<T> {
  readonly #ask: () => Promise<T>;
  readonly #spacing: Spacing | undefined;
  #current: Promise<T> | undefined;
  #next: Question<T> | undefined;
  /** How many share the last question. */
  #lastAskers = 0;
  #askedAt = -Infinity;
  /** Who waits for whatever question comes next, and when they ask one themselves. */
  #patient:
    | { readonly answer: PromiseWithResolvers<T>; readonly timer: NodeJS.Timeout }
    | undefined;

  /** Without `spacing` nobody ever waits for company. */
  constructor(ask: () => Promise<T>, spacing?: Spacing) {
    this.#ask = ask;
    this.#spacing = spacing;
  }

  /** The answer to a question asked after this call. Rejects as the question does. */
  check(): Promise<T> {
    if (this.#next === undefined) {
      const isFree = this.#current === undefined && this.#restMs() <= 0;
      if (isFree) return this.#start(1);
      const { promise: enough, resolve: hurry } = Promise.withResolvers<void>();
      this.#next = { answer: this.#askLater(this.#current, enough), hurry, askers: 0 };
    }
    this.#next.askers += 1;
    if (this.#next.askers === this.#spacing?.enough) setImmediate(this.#next.hurry);
    return this.#next.answer;
  }

  /**
   * Like `check`, for those who are many and can wait: when a question was asked less than `ms` ago they wait, until that long after it, for others to
   * come and share theirs.
   */
  checkWithin(ms: number): Promise<T> {
    const waitMs = this.#askedAt + ms - performance.now();
    if (waitMs <= 0) return this.check();
    this.#patient ??= {
      answer: Promise.withResolvers<T>(),
      timer: setTimeout(() => this.#askForThePatient(), waitMs),
    };
    return this.#patient.answer.promise;
  }

  /** How long the next question has to wait for company. */
  #restMs(): number {
    if (this.#spacing === undefined || this.#lastAskers < this.#spacing.crowd) return 0;
    return this.#askedAt + this.#spacing.ms - performance.now();
  }

  async #askLater(before: Promise<T> | undefined, enough: Promise<void>): Promise<T> {
    await before?.catch(() => undefined);
    const restMs = this.#restMs();
    if (restMs > 0) {
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, restMs);
      await Promise.race([over, enough]);
      clearTimeout(timer);
    }
    return this.#start(this.#next?.askers ?? 1);
  }

  #askForThePatient(): void {
    // They get the answer, or the failure, because the question is asked while they wait.
    this.check().catch(() => undefined);
  }

  #start(askers: number): Promise<T> {
    this.#next = undefined;
    this.#askedAt = performance.now();
    this.#lastAskers = askers;
    const asked = runInBackground(this.#ask);
    this.#current = asked;
    if (this.#patient) {
      clearTimeout(this.#patient.timer);
      this.#patient.answer.resolve(asked);
      this.#patient = undefined;
    }
    const clear = () => {
      if (this.#current === asked) this.#current = undefined;
    };
    asked.then(clear, clear);
    return asked;
  }
}
