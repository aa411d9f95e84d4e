import { AppError } from "@team-chat/errors";

import type { Turn } from "./fair-shares.ts";

interface Limits {
  /** Requests that are carried out at once. */
  readonly atOnce: number;
  /** Requests that wait for others to be answered; twice as many when left out. */
  readonly waiting?: number;
  /** Milliseconds; since the start of the process when left out. */
  readonly now?: () => number;
}

/** Tells whoever waits that its client went away. */
export interface Client {
  once(event: "close", listener: () => void): unknown;
}

interface Waiting {
  readonly realmId: number;
  readonly weight: number;
  readonly since: number;
  readonly begin: (turn: Turn) => void;
  readonly refuse: (error: AppError) => void;
}

/** Waiting requests of one organization, in the order in which they came. */
interface Line {
  readonly waiting: Waiting[];
  /** Turns that it has left before the next organization has one. */
  turns: number;
}

/** Request that asks for a turn. */
interface Asking {
  readonly realmId: number;
  /** Turns that its organization has in a row; one when left out. */
  readonly weight?: number | undefined;
}

interface Running {
  readonly since: number;
}

/** Is made once, since its stack says nothing and would cost as much as the rest of a refusal. */
const tooMuch = new AppError(
  "SERVICE_UNAVAILABLE",
  "The server has too much to do; try again later",
  { details: { "retry-after": 1 } },
);
/** Whoever takes longer waits for something else than processors, such as its client, and keeps nobody else out. */
const countedMs = 1000;
/** Wait that shows that more comes than can be done, as others are carried out meanwhile. */
const standingMs = 5000;
/** Time for which there is too much to do after each refusal, unless nothing is carried out any more. */
const fullMs = 1000;
/** Limits the wait while there is too much to do: who would wait longer is told so. */
const patienceMs = 100;
const lookEveryMs = 50;

/**
 * Limits the requests of this process that are carried out at once, so that each is as fast as it can be however many
 * come. Others wait, and organizations take turns. While more wait than may be carried out at once, those that came
 * last are carried out first; when more come than can wait, or some have waited for too long, those that have waited
 * longest are refused, and for as long as this lasts an organization has few that wait, so that others are refused
 * before anything is done for them: whoever is answered at all is answered soon (docs/adr/0022-too-much-to-do.md).
 */
export class WorkLimit implements Disposable {
  readonly #atOnce: number;
  /** Requests that are carried out at once while there is too much to do. */
  readonly #atOnceWhileFull: number;
  readonly #mostWaiting: number;
  /** Requests of one organization that wait while there is too much to do: few, so that none of them waits for long. */
  readonly #mostWhileFull: number;
  readonly #now: () => number;
  /** In the order in which they began. */
  readonly #running = new Set<Running>();
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();
  /** Waiting requests of each organization; the one whose turn is next comes first. */
  readonly #lines = new Map<number, Line>();
  #refused = 0;
  #refusedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor({ atOnce, now = () => performance.now(), waiting = 2 * atOnce }: Limits) {
    this.#atOnce = atOnce;
    this.#atOnceWhileFull = Math.ceil(atOnce / 4);
    this.#mostWaiting = waiting;
    this.#mostWhileFull = Math.ceil(atOnce / 24);
    this.#now = now;
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Number of requests refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Tells whether there is too much to do, as somebody was refused a moment ago. */
  get isFull(): boolean {
    return this.#now() - this.#refusedAt < fullMs;
  }

  /** Refuses a request of an organization before anything is done for it; returns null when it may enter. */
  findRefusal(realmId: number): AppError | null {
    const waiting = this.#lines.get(realmId)?.waiting.length ?? 0;
    if (waiting < this.#mostWhileFull || !this.isFull) return null;
    this.#noteRefusal();
    return tooMuch;
  }

  /**
   * Returns a turn as soon as there is one.
   * @throws SERVICE_UNAVAILABLE when too many wait, or the client goes away before
   */
  enter({ realmId, weight = 1 }: Asking, client: Client): Promise<Turn> {
    this.look();
    if (this.#waiting.size === 0 && this.#running.size < this.#places)
      return Promise.resolve(this.#begin());
    return new Promise((begin, refuse) => {
      const waiting = { realmId, weight, since: this.#now(), begin, refuse };
      client.once("close", () => this.#end(waiting));
      this.#waiting.add(waiting);
      const line = this.#lines.get(realmId);
      if (line === undefined) this.#lines.set(realmId, { waiting: [waiting], turns: weight });
      else line.waiting.push(waiting);
      this.#timer ??= setInterval(() => this.look(), lookEveryMs);
      if (this.#waiting.size > this.#mostWaiting) this.#pushOut();
    });
  }

  /** Counts no longer what takes too long, refuses what has waited too long, and begins what may begin. */
  look(): void {
    const now = this.#now();
    for (const running of this.#running) {
      if (now - running.since <= countedMs) break;
      this.#running.delete(running);
    }
    for (const waiting of this.#waiting) {
      if (now - waiting.since <= this.#longestWaitMs) break;
      this.#refuse(waiting);
    }
    this.#beginNext();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** While others are refused, fewer are carried out at once: each is answered sooner, and hardly fewer in all. */
  get #places(): number {
    return this.isFull ? this.#atOnceWhileFull : this.#atOnce;
  }

  get #longestWaitMs(): number {
    if (this.isFull) return patienceMs;
    return this.#areMany ? standingMs : Infinity;
  }

  /** Tells whether who comes last would wait for longer than a request takes. */
  get #areMany(): boolean {
    return this.#waiting.size > this.#atOnce;
  }

  #begin(): Turn {
    const running = { since: this.#now() };
    this.#running.add(running);
    return {
      end: () => {
        const wasCounted = this.#running.delete(running);
        if (this.#waiting.size === 0 && this.#running.size === 0) this.#refusedAt = -Infinity;
        else if (wasCounted) this.look();
      },
    };
  }

  #beginNext(): void {
    while (this.#running.size < this.#places) {
      const [next] = this.#lines;
      if (next === undefined) break;
      const [realmId, line] = next;
      const isNewestFirst = this.#waiting.size > this.#places;
      const waiting = isNewestFirst ? line.waiting.at(-1) : line.waiting[0];
      line.turns -= 1;
      if (line.turns <= 0) this.#moveToEnd(realmId, line);
      if (waiting === undefined) throw new Error("An organization that has nothing waiting waits.");
      this.#remove(waiting);
      waiting.begin(this.#begin());
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #moveToEnd(realmId: number, line: Line): void {
    line.turns = line.waiting[0]?.weight ?? 1;
    this.#lines.delete(realmId);
    this.#lines.set(realmId, line);
  }

  /** Refuses what has waited longest of the organization that has most waiting. */
  #pushOut(): void {
    let longest: readonly Waiting[] = [];
    for (const { waiting } of this.#lines.values())
      if (waiting.length > longest.length) longest = waiting;
    const [first] = longest;
    if (first !== undefined) this.#refuse(first);
  }

  #refuse(waiting: Waiting): void {
    this.#noteRefusal();
    this.#end(waiting);
  }

  #noteRefusal(): void {
    this.#refused += 1;
    this.#refusedAt = this.#now();
  }

  /** Has a request that still waits fail. */
  #end(waiting: Waiting): void {
    if (this.#remove(waiting)) waiting.refuse(tooMuch);
  }

  /** Has a request wait no more; tells whether it did. */
  #remove(waiting: Waiting): boolean {
    if (!this.#waiting.delete(waiting)) return false;
    const line = this.#lines.get(waiting.realmId)?.waiting ?? [];
    line.splice(line.indexOf(waiting), 1);
    if (line.length === 0) this.#lines.delete(waiting.realmId);
    return true;
  }
}
