/**
 * Shares one question among all who wait for its answer, but never gives anybody the answer to a question that was asked before they
 * came: a caller that arrives while a question is under way waits for the next one.
 */
export class CoalescedCheck<T> {
  readonly #ask: () => Promise<T>;
  #current: Promise<T> | undefined;
  #next: Promise<T> | undefined;
  #askedAt = -Infinity;
  /** Who waits for whatever question comes next, and when they ask one themselves. */
  #patient:
    | { readonly answer: PromiseWithResolvers<T>; readonly timer: NodeJS.Timeout }
    | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** The answer to a question asked after this call. Rejects as the question does. */
  check(): Promise<T> {
    if (this.#current === undefined) return this.#start();
    this.#next ??= this.#current.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
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

  #askForThePatient(): void {
    // They get the answer, or the failure, because the question is asked while they wait.
    this.check().catch(() => undefined);
  }

  #start(): Promise<T> {
    this.#next = undefined;
    this.#askedAt = performance.now();
    const asked = this.#ask();
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
