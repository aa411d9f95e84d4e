import type { OutboxLog } from "./outbox-options.ts";

/**
 * Knows which realms are held back, and says in the log when that begins and ends for everything. While everything is
 * held back, realms go on one by one; a realm with a row that the server does not take is held back by itself.
 */
export class HoldBack {
  readonly #log: OutboxLog;
  #isForAll = false;
  #round = 0;
  #beganAt = 0;
  /** To be called when everything is held back; of each call that waits for that. */
  readonly #waiting = new Set<() => void>();
  /** Realms that go on although everything is held back. */
  readonly #opened = new Set<number>();
  /** Realms with a row that the server does not take. */
  readonly #refused = new Set<number>();
  /** Number of rows that were held back and have gone on, this time. */
  #waited = 0;
  #count = 0;

  constructor(log: OutboxLog) {
    this.#log = log;
  }

  /** Tells whether everything is held back, apart from what was let go on. */
  get isForAll(): boolean {
    return this.#isForAll;
  }

  /**
   * Number of calls of `begin`. What failed in an earlier round is of no interest, because it is sent again.
   */
  get round(): number {
    return this.#round;
  }

  /** Number of times that it began for everything since the start. */
  get count(): number {
    return this.#count;
  }

  /** Time for which everything has been held back by now, in ms; 0 while rows go out. */
  get ms(): number {
    return this.#isForAll ? performance.now() - this.#beganAt : 0;
  }

  /** Number of realms with a row that the server does not take. */
  get refused(): number {
    return this.#refused.size;
  }

  /**
   * Resolves when the work does, or as soon as everything is held back from now on. Nothing of it is kept after that: a
   * promise of that moment, for which all calls wait, would keep the request of each caller until then.
   */
  async untilHeld(work: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    try {
      await Promise.race([work, promise]);
    } finally {
      this.#waiting.delete(resolve);
    }
  }

  /** Tells whether rows of the realm are held back. */
  isHeld(realmId: number): boolean {
    return this.isRefused(realmId) || (this.#isForAll && !this.#opened.has(realmId));
  }

  /** Tells whether the realm has a row that the server does not take. */
  isRefused(realmId: number): boolean {
    return this.#refused.has(realmId);
  }

  /** Holds a realm back by itself, until everything is held back the next time. */
  refuse(realmId: number): void {
    this.#refused.add(realmId);
  }

  /** Forgets that a realm was held back by itself; tells whether it was. */
  forgetRefused(realmId: number): boolean {
    return this.#refused.delete(realmId);
  }

  /** Holds everything back, also what was let go on; `rows` wait. */
  begin(rows: number): void {
    this.#round += 1;
    this.#opened.clear();
    this.#refused.clear();
    for (const resolve of this.#waiting) resolve();
    if (this.#isForAll) return;
    this.#isForAll = true;
    this.#count += 1;
    this.#beganAt = performance.now();
    const message = "publishing is held back until database and stream have been compared";
    // Every process begins like that.
    if (this.#count === 1) this.#log.info({ rows }, message);
    else this.#log.warn({ rows }, message);
  }

  /** Lets a realm go on while everything else is held back, of which `rows` waited; tells whether it was held back. */
  open(realmId: number, rows: number): boolean {
    if (!this.#isForAll || this.#opened.has(realmId)) return false;
    this.#opened.add(realmId);
    this.#waited += rows;
    return true;
  }

  /** Lets all realms go on, of which `rows` still waited. */
  end(rows: number): void {
    const details = { rows: this.#waited + rows, ms: Math.round(this.ms) };
    this.#log.info(details, "publishing goes on after it was held back");
    this.#waited = 0;
    this.#opened.clear();
    this.#isForAll = false;
  }
}
